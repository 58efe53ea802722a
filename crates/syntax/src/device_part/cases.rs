//! Units before and after.

use std::collections::BTreeSet;
use std::sync::Arc;

use source::FileKind;

use super::DevicePart;
use crate::lexer::{Rules, lex};
use crate::token::TokenKind;

/// What is kept of a text, its tokens with blanks between them.
fn kept(text: &str) -> String {
    let mut sources = crate::new_sources();
    let file = sources.map.add("t.cu".to_owned(), Arc::from(text.as_bytes()), FileKind::User, None).unwrap();
    let tokens = lex(file, Rules { launches: true, ..Rules::default() }, &mut sources);
    let part = DevicePart::of(&tokens, &mut sources);
    let tokens = part.tokens(&BTreeSet::new(), &sources);
    let words = tokens.iter().filter(|token| token.kind != TokenKind::Eof);
    words.map(|token| sources.text(token.symbol).into_owned()).collect::<Vec<_>>().join(" ")
}

#[test]
fn kernels_and_what_they_name_are_kept() {
    let kernel = "__global__ void k ( int * a ) { a [ 0 ] = f ( N ) ; }";
    let cases = [
        ("int main ( ) { std::vector<int> v; k<<<1, 1>>>(v.data()); }", ""),
        ("using namespace std; using std::vector; static_assert(1, \"\");", ""),
        ("template <typename T> class list { std::vector<T> v; };", ""),
        ("const int N = 4;", "const int N = 4 ;"),
        ("namespace a { const int N = 4; }", "const int N = 4 ;"),
        ("extern \"C\" { enum { N = 4, M }; }", "enum { N = 4 , M } ;"),
        ("auto g = [](int x) { return x; };", ""),
        ("__device__ int f(int x) { return x; }", "__device__ int f ( int x ) { return x ; }"),
        // A function of the host is declared, for whoever tells what is wrong with that.
        ("int f(int x) { return printf(\"%d\", x); }", "int f ( int x ) ;"),
        ("std::string f(const std::string &x) { return x; }", ""),
        ("template <class T> T f(T x); __constant__ int c[2];", "__constant__ int c [ 2 ] ;"),
    ];
    for (before, after) in cases {
        let both = format!("{after} {kernel}");
        assert_eq!(kept(&format!("{before} {kernel}")), both.trim(), "{before}");
    }
}

#[test]
fn operators_come_with_what_they_work_on() {
    let operator = "__device__ pair operator + ( pair a , pair b ) { return a ; }";
    let other = "__device__ bad operator + ( bad a , bad b ) { return a ; }";
    let kernel = "__global__ void k ( pair * a ) { a [ 0 ] = a [ 0 ] + a [ 1 ] ; }";
    let pair = "struct pair { int x ; } ;";
    assert_eq!(kept(&format!("{pair} {operator} {other} {kernel}")), format!("{pair} {operator} {kernel}"));
}

#[test]
fn members_of_the_host_are_left_out() {
    let kernel = "__global__ void k ( s * a ) { }";
    let cases = [
        ("struct s { int n; s() : n{0} {} ~s() { free(p); } int *p; };", "struct s { int n ; int * p ; } ;"),
        (
            "class s { public: __device__ int f() const { return 1; } void g(std::string x); };",
            "class s { public : __device__ int f ( ) const { return 1 ; } } ;",
        ),
        (
            "struct s { s() = default; __device__ s(int x); friend int f(s); int x = f(1); };",
            "struct s { __device__ s ( int x ) ; int x = f ( 1 ) ; } ;",
        ),
    ];
    for (before, after) in cases {
        assert_eq!(kept(&format!("{before} {kernel}")), format!("{after} {kernel}"));
    }
}

#[test]
fn words_of_cpp_are_said_in_others() {
    let cases = [
        ("namespace a { } x = a::b::f(::g(1));", "x = b : : f ( g ( 1 ) ) ;"),
        ("if constexpr (N > 4) { static_assert(N, \"\"); }", "if constexpr ( N > 4 ) { }"),
        ("std::uint8_t x = std::numeric_limits<T>::max();", "uint8_t x = warploom_limits_max < T > ( ) ;"),
        (
            "cub::Sum add; std::is_same_v<T, std::size_t>;",
            "cub_Sum add ; __builtin_types_compatible_p ( T , size_t ) ;",
        ),
        (
            "std::conditional_t<B, int, T> y;",
            "typename warploom_std_conditional < B , int , T > : : type y ;",
        ),
        ("float4 v = {1, 2};", "float4 v = { 1 , 2 } ;"),
        ("if (x) a->v[i] = {1, 2};", "if ( x ) a -> v [ i ] = ( __typeof__ ( a -> v [ i ] ) ) { 1 , 2 } ;"),
        ("typename T::type y;", "typename T : : type y ;"),
    ];
    for (before, after) in cases {
        let before =
            before.strip_prefix("namespace a { }").map_or((before, ""), |rest| (rest, "namespace a { } "));
        let text = format!("{}__global__ void k() {{ {} }}", before.1, before.0);
        assert_eq!(kept(&text), format!("__global__ void k ( ) {{ {after} }}"));
    }
}

#[test]
fn whatever_the_text_is_it_ends() {
    for text in [
        "template <",
        "struct {",
        "namespace",
        "__global__ void k(",
        "operator",
        "} } ;",
        "enum class",
        "a < b",
    ] {
        kept(text);
    }
}
