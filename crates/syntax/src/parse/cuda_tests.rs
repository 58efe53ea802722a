//! CUDA C: what it has beyond C, and the C++ it refuses.

use super::fixture::{dump_body, parse_as};
use crate::Dialect;

fn dump(text: &str) -> String {
    let snippet = parse_as(Dialect::Cuda, text);
    assert_eq!(snippet.messages(), [""; 0], "in {text}");
    snippet.dump()
}

#[test]
fn a_plain_kernel_and_its_launch() {
    let dump = dump(
        "__constant__ float table[256];
__global__ void __launch_bounds__(256, 2) add(float *__restrict__ a, const float *b, int n = 1)
{
    extern __shared__ float s[];
    __shared__ float tile[16][17];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 4
    for (int k = 0; k < 4; ++k) a[i] += float(b[i]);
    __syncthreads();
}
extern \"C\" void run(float *a) {
    dim3 grid(n / 16, 16), block(16), one;
    dim3 late = dim3(1, 2);
    add<<<grid, dim3(16, 16), 0, stream>>>(a, a, 3);
    add<<<1, 2>>>();
}
extern \"C\" { int x; }
extern \"C\" int y;
static __device__ __forceinline__ int id(int x) { return x; }",
    );
    let expected = "\
decl __constant__ table: array of 256 of float
function __global__ [launch_bounds] add: function (a: restrict pointer to float, b: pointer to const float, n: int = 1) returning void
  block
    decl extern __shared__ s: array of float
    decl __shared__ tile: array of 16 of array of 17 of float
    decl i: int = ((blockIdx.x * blockDim.x) + threadIdx.x)
    pragma unroll 4
    for
      decl k: int = 0
      cond (k < 4)
      step ++k
      (a[i] += float(b[i]))
    __syncthreads()
function extern \"C\" run: function (a: pointer to float) returning void
  block
    decl grid: dim3 = construct((n / 16), 16)
    decl block: dim3 = construct(16)
    decl one: dim3
    decl late: dim3 = dim3(1, 2)
    add<<<grid, dim3(16, 16), 0, stream>>>(a, a, 3)
    add<<<1, 2>>>()
extern \"C\"
  decl x: int
decl extern extern \"C\" y: int
function static __device__ __forceinline__ id: function (x: int) returning int
  block
    return x
";
    assert_eq!(dump, expected);
}

#[test]
fn values_made_of_types() {
    let table = [
        ("x = (float(a) / 2);", "(x = (float(a) / 2))"),
        ("x = (float)(a) / 2;", "(x = ((float)a / 2))"),
        ("x = (float (*)(int))p;", "(x = (pointer to function (int) returning float)p)"),
        ("x = int(float(y));", "(x = int(float(y)))"),
        ("x = (int(float(y)));", "(x = int(float(y)))"),
        ("x = static_cast<float>(y) + 1;", "(x = ((float)y + 1))"),
        ("x = reinterpret_cast<float4 *>(p)[0].x;", "(x = (pointer to float4)p[0].x)"),
        ("f(dim3{1, 2});", "f((dim3){1, 2})"),
        ("dim3 g{1, 2};", "decl g: dim3 = {1, 2}"),
        ("dim3 g(int(x), 2);", "decl g: dim3 = construct(int(x), 2)"),
        ("int f(float);", "decl f: function (float) returning int"),
        ("bool b = true;", "decl b: _Bool = true"),
        ("float4 v = make_float4(1, 2, 3, 4);", "decl v: float4 = make_float4(1, 2, 3, 4)"),
        (
            "unsigned char *p = (unsigned char *)q;",
            "decl p: pointer to unsigned char = (pointer to unsigned char)q",
        ),
        ("int new = 1, class;", "decl new: int = 1\ndecl class: int"),
    ];
    for (text, expected) in table {
        assert_eq!(dump_body(Dialect::Cuda, text), expected, "{text}");
    }
}

#[test]
fn tags_are_type_names() {
    let dump = dump(
        "struct __align__(16) node { node *next; }; enum color { RED }; node n; color c; void f(node *x);",
    );
    let expected = "\
decl struct node
struct node
  field next: pointer to node
decl enum color
enum color
  RED
decl n: node
decl c: color
decl f: function (x: pointer to node) returning void
";
    assert_eq!(dump, expected);
}

#[test]
fn annotations_in_both_spellings() {
    let body = "__annotation(L\"__global__ 256 3\"); __annotation(L\"garray a 2 4 H 512\");
        __annotation(L\"BoundChk\"); __annotation(L\"loop i 0 N 1\");
#pragma cudalite kernel(256, 3)
#pragma cudalite garray(a, float, [H][2 * W])
#pragma cudalite garray a 2 4 H W
#pragma cudalite boundchk
#pragma cudalite loop(i, 0, N - 1, 1)
#pragma cudalite loop i 0 N -1
for (;;)
#pragma cudalite loop(i, 0, N, 1)
for (;;) ;";
    let expected = "\
cudalite kernel(256, 3)
cudalite garray(a, rank 2, size 4, extents H, 512)
cudalite boundchk
cudalite loop(i, 0, N, 1)
cudalite kernel(256, 3)
cudalite garray(a, rank 2, size sizeof(float), extents H, (2 * W))
cudalite garray(a, rank 2, size 4, extents H, W)
cudalite boundchk
cudalite loop(i, 0, (N - 1), 1)
cudalite loop(i, 0, N, -1)
for
  block
    cudalite loop(i, 0, N, 1)
    for
      empty";
    assert_eq!(dump_body(Dialect::Cuda, body), expected);
}

#[test]
fn a_wrong_word_in_an_annotation_is_shown_in_the_string() {
    let snippet = parse_as(Dialect::Cuda, "void f(void) {\n  __annotation(L\"loop i 0 N+1 1\");\n}");
    assert_eq!(
        snippet.messages(),
        ["2:27 this annotation wants a number or a name; `#pragma cudalite` takes expressions"]
    );
}

#[test]
fn cpp_is_refused_with_advice() {
    let suffix = "not supported in CUDA C input;";
    let table: &[(&str, &[String])] = &[
        (
            "template int k<int>(int x);\nint x = ;",
            &[
                format!("1:1 C++ templates in this place are {suffix} an instance is made where it is used"),
                "2:9 expected an expression, found `;`".into(),
            ],
        ),
        (
            "class A : B { public: int x; };\nint y;",
            &[format!("1:9 C++ base classes are {suffix} make the base a member")],
        ),
        (
            "struct A { int x; ~A() { x = 0; } virtual int f() { return 1; } };\nint y = ;",
            &[
                format!("1:19 C++ destructors are {suffix} call a function of your own at the end"),
                format!("1:35 C++ virtual functions are {suffix} call the function you mean"),
                "2:9 expected an expression, found `;`".into(),
            ],
        ),
        ("using namespace other;\nint y;", &[format!("1:1 C++ namespaces are {suffix} use plain names")]),
        ("void f(int &&x) { x = 1; }", &[format!("1:12 C++ references are {suffix} use a pointer")]),
        (
            "void f(void) { std::string s; std::map<int> m; }",
            &[
                format!("1:16 C++ names with `::` are {suffix} use the C function or type"),
                format!("1:31 C++ names with `::` are {suffix} use the C function or type"),
            ],
        ),
        (
            "void f(void) { float *p = new float(3); }",
            &[format!("1:36 C++ values behind `new` are {suffix} assign them in a loop")],
        ),
        (
            "void f(void) { k<<<1>>>(2); }",
            &["1:17 a launch takes two to four values between `<<<` and `>>>`, not 1 value".into()],
        ),
    ];
    for (text, expected) in table {
        assert_eq!(parse_as(Dialect::Cuda, text).messages(), *expected, "in {text}");
    }
}

#[test]
fn templates_and_references_are_read() {
    let dump = dump(
        "template <typename T, int N = (3 > 2) + 1> T f(const T &x) { return x; }\n\
         using real = float;\n\
         template <class T> T g(T x) { return f<T, 1>(x) > g<real>(2) ? x : std::max(x, 1); }",
    );
    assert!(
        dump.starts_with("template <T, N>\n  function f: function (x: reference to const T) returning T\n")
    );
    assert!(dump.contains("decl typedef real: float\n"));
    assert!(dump.contains("return ((f<T, 1>(x) > g<real>(2)) ? x : max(x, 1))"), "{dump}");
}

#[test]
fn structs_with_functions_are_read() {
    let dump = dump(
        "class A { public: int x; A(int n) : x(n) {} int get() const { return x; } };\n\
         A operator+(const A &a, const A &b) { return A(a.get() + b.x); }\n\
         int &first(A &a) { return a.x; }\n\
         template <typename T> struct P { T a; };\n\
         P<float> p; void f(void) { std::cout << 1 << std::endl; P<int> q; }",
    );
    for line in [
        "  constructor A: function (n: int) returning A\n",
        "  method get: function () returning int\n",
        "function operator+: function (a: reference to const A, b: reference to const A) returning A\n",
        "function first: function (a: reference to A) returning reference to int\n",
        "template struct P\n",
        "decl p: P<float>\n",
        "((cout << 1) << endl)\n",
        "decl q: P<int>\n",
    ] {
        assert!(dump.contains(line), "{line} in\n{dump}");
    }
}

#[test]
fn a_function_with_a_function_parameter_is_no_variable() {
    let dump =
        dump("int at_exit(void (*handler)(int)); float sum(float (*row)[8], int n); float y(float(z));");
    let expected = "\
decl at_exit: function (handler: pointer to function (int) returning void) returning int
decl sum: function (row: pointer to array of 8 of float, n: int) returning float
decl y: float = construct(float(z))
";
    assert_eq!(dump, expected);
}
