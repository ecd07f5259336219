using System;
using static System.Math; // numbers
extern alias Old;
[assembly: Title("cart")]

namespace Demo.Shop;

/// <summary>A cart.</summary>
[Serializable]
public partial class Cart<T> : Base, ICart where T : class
{
    public const int Max = 10;
    private readonly List<int> items = new() { 1, 2 }, more;
    public event EventHandler Changed;
    public string Name { get; private set; } = "x";
    public int Size => items.Count;
    public int this[int i] { get { return items[i]; } }

    static Cart() { }
    public Cart(int n) : base(n) => Add(n);
    ~Cart() { Dispose(); }

    public async Task<int> Add(int n, params int[] rest)
    {
        if (n < 0) throw new ArgumentException("n");
        else if (n > Max) { return 1; }
        else Skip();
        for (int i = 0; i < n; i++) { if (i == 2) continue; break; }
        foreach (var x in items) { Use(x); }
        while (n > 0) n--;
        do { n++; } while (n < 5);
        switch (n) { case 1: One(); break; default: return 2; }
        try { Risk(); } catch (Exception e) when (e.X) { throw; } finally { Done(); }
        using (var f = Open()) { f.Read(); }
        lock (items) { items.Clear(); }
        int Local(int a) { return a; }
        Func<int, int> f2 = a => { return a; };
        var kind = n switch { 1 => "a", _ => "b" };
#if DEBUG
        Log(kind);
#else
        Quiet();
#endif
        return await Task.FromResult(Local(n));
    }

    public static Cart<T> operator +(Cart<T> a, Cart<T> b) { return a; }
}

public interface ICart { void Add(int n); int Count { get; } }
public struct Point { public int X, Y; }
public record Person(string Name, int Age);
public enum Size { Small = 1, Large }
public delegate void Handler(object sender);
