#include <vector>
#include "own.h" /* ours */
#pragma once
#define N 3
#define TWICE(x) \
    ((x) * 2)
#ifdef DEBUG
int debug = 1;
#else
static const int quiet = 0;
#endif

namespace demo::inner {

typedef struct { int a; } Plain;
typedef int (*Callback)(int);
using Name = std::string;
enum class Color : int { Red, Green = 2 };
union Either { int i; float f; };
struct forward;

template <typename T, class U = int>
class Bag : public Base<T> {
public:
    explicit Bag(int n) : n_(n) {}
    virtual ~Bag() = default;
    void add(T v) { items.push_back(v); } // one more
    int size() const;
    friend std::ostream &operator<<(std::ostream &out, const Bag &bag);
    bool operator==(const Bag &) const { return true; }
    static constexpr int Max = 10;
private:
    std::vector<T> items, more;
    struct Node { Node *next; } *head;
};

template <typename T, class U>
int Bag<T, U>::size() const { return items.size(); }

extern "C" { int c_function(void); }
int *pointer(int a), global = 1;
struct forward *make();

} // namespace demo::inner

int main(int argc, char **argv) {
    demo::inner::Bag<int> b(1);
    for (int i = 0, n = N; i < n; ++i) { if (i) continue; else if (int x = f()) break; else g(); }
    for (auto &x : b) use(x);
    while (argc) argc--;
    do { argc++; } while (argc < 3);
    switch (argc) { case 1: one(); break; default: other(); }
    try { throw 1; } catch (int e) { throw; }
    auto f = [&](int a) { int y = a; return y; };
    goto end;
end:
    struct Local { int z; } local;
    return 0;
}
