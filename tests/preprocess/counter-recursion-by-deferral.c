// Deferred calls: the classic trick that needs extra scans, and shows exactly how many happen.
#define EMPTY()
#define DEFER(m) m EMPTY()
#define OBSTRUCT(...) __VA_ARGS__ DEFER(EMPTY)()
#define EXPAND(...) __VA_ARGS__
#define A() 123
DEFER(A)()
EXPAND(DEFER(A)())
OBSTRUCT(A)()
EXPAND(OBSTRUCT(A)())
#define EVAL(...) EVAL1(EVAL1(EVAL1(__VA_ARGS__)))
#define EVAL1(...) EVAL2(EVAL2(EVAL2(__VA_ARGS__)))
#define EVAL2(...) __VA_ARGS__
#define CAT(a, b) CAT_(a, b)
#define CAT_(a, b) a ## b
#define DEC(n) CAT(DEC_, n)
#define DEC_5 4
#define DEC_4 3
#define DEC_3 2
#define DEC_2 1
#define DEC_1 0
#define SECOND(a, b, ...) b
#define CHECK(...) SECOND(__VA_ARGS__, 0,)
#define IS_ZERO(n) CHECK(CAT(IS_ZERO_, n))
#define IS_ZERO_0 ~, 1
#define IF(c) CAT(IF_, c)
#define IF_1(t, ...) t
#define IF_0(t, ...) __VA_ARGS__
#define REPEAT(n, m) IF(IS_ZERO(n))(, OBSTRUCT(REPEAT_)()(DEC(n), m) OBSTRUCT(m)(n))
#define REPEAT_() REPEAT
#define ITEM(n) item##n,
EVAL(REPEAT(5, ITEM))
REPEAT(2, ITEM)
