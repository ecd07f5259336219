package demo;

import java.util.*;
import static java.lang.Math.max;

/** An app. */
@Entity(name = "app")
public abstract class App<T extends Comparable<T>> extends Base implements Runnable {
    static final int MAX = 10, MIN = 1;
    private List<T> items = new ArrayList<>() {{ add(null); }};

    static { System.out.println("once"); }
    { started = true; }

    public App(int size) throws Exception {
        this(size, 1); // other
        this.size = size;
    }

    @Override
    public int total(List<Integer> xs) {
        int sum = 0, more = 1;
        for (int i = 0, n = 2; i < n; i++) sum += i;
        for (int x : xs) { if (x > 0) continue; else if (x < 0) break; else { sum += x; } }
        outer:
        while (sum > 0) { do { sum--; } while (sum > 5); break outer; }
        switch (sum) {
            case 1: case 2: one(); break;
            default: { other(); }
        }
        var kind = switch (sum) { case 1 -> "a"; case 2 -> { yield "b"; } default -> throw new Error(); };
        try (var r = open(); var s = open()) { use(r); } catch (IOException | Error e) { throw e; } finally { done(); }
        synchronized (this) { assert sum > 0 : "low"; }
        Runnable run = () -> { int y = 1; call(y); };
        class Local { void m() { return; } }
        return max(sum, more);
    }

    abstract void later();
    int[] legacy()[] { return null; }

    interface Inner { int X = 1; void hello(); default void bye() { } }
    enum Size { SMALL(1), LARGE { int v() { return 2; } }; int v; Size(int... v) { } }
    record Pair<A>(A left, int right) { Pair { check(left); } static int n; }
    @interface Marker { String value() default ""; }
    class Deep { class Deeper { } }
}

interface Other { }
