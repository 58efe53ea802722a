//! Texts before and after.

use std::sync::Arc;

use source::{FileKind, apply_edits};

use super::{Found, Macros, edits, includes};
use crate::cuda_host::Device;

fn rewritten(text: &str) -> String {
    rewritten_for(text, Device::Here)
}

fn rewritten_for(text: &str, device: Device) -> String {
    let mut sources = syntax::new_sources();
    let file = sources.map.add("t.cu".to_owned(), Arc::from(text.as_bytes()), FileKind::User, None).unwrap();
    let macros = Macros::of(&[file], "", &mut sources);
    let edits = edits(file, &mut sources, device, &macros, &mut Found::default());
    String::from_utf8(apply_edits(text.as_bytes(), &edits).unwrap()).unwrap()
}

#[test]
fn launches_are_calls() {
    let cases = [
        ("k<<<g, b>>>(a, n);", "(::warploom::launching(g, b), k(a, n));"),
        ("k<< <1, f(2)>> >(a);", "(::warploom::launching(1, f(2)), k(a));"),
        ("x::y<A<int>, 3><<<g,b,0,s>>>();", "(::warploom::launching(g,b,0,s), x::y<A<int>, 3>());"),
        ("if (c) ::k<<<1,1>>>();", "if (c) (::warploom::launching(1,1), ::k());"),
        ("return o->t[i](j)<<<1,1>>>(0);", "return (::warploom::launching(1,1), o->t[i](j)(0));"),
        (
            "#define L(k, ...) k<<<G, \\\n B>>>(__VA_ARGS__)\n",
            "#define L(k, ...) (::warploom::launching(G, \\\n B), k(__VA_ARGS__))\n",
        ),
        ("std::cout << x << y;", "std::cout << x << y;"),
        ("cudaLaunchKernel((const void *)k<T>, g, b, a);", "cudaLaunchKernel(k<T>, g, b, a);"),
    ];
    for (before, after) in cases {
        assert_eq!(rewritten(before), after);
    }
}

#[test]
fn bodies_of_kernels_are_run_for_each_thread() {
    let wrapped = |body: &str| format!("{{ ::warploom::kernel([=]() mutable -> void {{{body}}}); }}");
    let head = "template <int N> __global__ void __launch_bounds__(N) k(int *a)";
    assert_eq!(rewritten(&format!("{head} {{ a[0] = 1; }}")), format!("{head} {}", wrapped(" a[0] = 1; ")));
    assert_eq!(rewritten(&format!("{head};")), format!("{head};"));
    let branches = "\n#ifdef A\nif (x) {\n#else\nif (y) {\n#endif\n}";
    assert_eq!(rewritten(&format!("{head}{{{branches}}}")), format!("{head}{}", wrapped(branches)));
}

#[test]
fn dynamic_shared_memory_is_a_pointer() {
    assert_eq!(
        rewritten("void f() { extern __shared__ __align__(16) unsigned char s[]; }"),
        "void f() { unsigned char *const s = (unsigned char *)warploom_dynamic_shared(); }"
    );
    assert_eq!(
        rewritten("namespace a { extern __shared__ T s[]; }"),
        "namespace a { static ::warploom::dynamic_shared<T> s; }"
    );
    assert_eq!(rewritten("__shared__ static int x;"), "__shared__  int x;");
    assert_eq!(rewritten("__shared__ alignas(16) int x[4];"), " alignas(16) __shared__ int x[4];");
}

#[test]
fn inline_is_said_once() {
    assert_eq!(rewritten("__device__ __forceinline__ int f();"), "__device__ inline int f();");
    assert_eq!(rewritten("static inline __forceinline__ int f();"), "static inline  int f();");
}

#[test]
fn ptx_is_cpp_where_it_can_be() {
    let cases = [
        ("asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));", "(x) = (warploom_lane());"),
        (
            "asm volatile (\"bfind.u32 %0, %1;\" : \"=r\"(r) : \"r\"(a + 1));",
            "(r) = (((a + 1)) == 0 ? 0xffffffffu : 31u - (unsigned)__clz((int)((a + 1))));",
        ),
        ("asm(\"ex2.approx.ftz.f32 %0, %1;\" : \"=f\"(y) : \"f\"(x));", "(y) = (__builtin_exp2f((x)));"),
        (
            "asm(\"mul.hi.u32 %0, %1, %2;\" : \"=r\"(h) : \"r\"(a %2), \"r\"(b));",
            "(h) = (__umulhi((a %2), (b)));",
        ),
        (
            "asm(\"vabsdiff4.u32.u32.u32.add\" \" %0, %1, %2, %3;\" : \"=r\"(d) : \"r\"(a), \"r\"(b), \"r\"(c));",
            "(d) = (__vsadu4((a), (b)) + ((c)));",
        ),
        ("asm(\"trap;\");", "__trap();"),
        ("asm volatile(\"mma.sync %0;\" :: \"r\"(a));", "::warploom::ptx_of_gpus_alone();"),
        ("asm volatile(\"rdtsc\" : \"=a\"(x));", "asm volatile(\"rdtsc\" : \"=a\"(x));"),
        ("asm volatile(\"\" ::: \"memory\");", "asm volatile(\"\" ::: \"memory\");"),
    ];
    for (before, after) in cases {
        assert_eq!(rewritten(before), after);
    }
}

#[test]
fn includes_are_found() {
    let mut sources = syntax::new_sources();
    let text = "#include <a.h>\n# include \"b/c.h\" // d\n#include E\n";
    let file = sources.map.add("t.cu".to_owned(), Arc::from(text.as_bytes()), FileKind::User, None).unwrap();
    let found = includes(file, &mut sources);
    let names: Vec<_> = found.iter().map(|include| (include.name.as_str(), include.quoted)).collect();
    assert_eq!(names, [("a.h", false), ("b/c.h", true)]);
    assert_eq!(&text[found[1].range.clone()], "\"b/c.h\"");
}

#[test]
fn kernels_elsewhere_are_handed_over() {
    let cases = [
        (
            "__global__ void k(int *a, int) { __shared__ static int x; }",
            "__global__ void k(int *a, int warploom_8) { ::warploom::launch(WARPLOOM_UNIT, __PRETTY_FUNCTION__, a, warploom_8); }",
        ),
        (
            "__global__ void k() {\n f();\n}",
            "__global__ void k() { ::warploom::launch(WARPLOOM_UNIT, __PRETTY_FUNCTION__); \n\n}",
        ),
        (
            "__global__ void k(pair<int, float> p, float (*f)(int), T *a[4]) {}",
            "__global__ void k(pair<int, float> p, float (*f)(int), T *a[4]) { ::warploom::launch(WARPLOOM_UNIT, __PRETTY_FUNCTION__, p, f, a); }",
        ),
        ("__device__ int f(int x);", "__device__ int f(int x);"),
        (
            "__global__ void k(float = 1, int[4]) {}",
            "__global__ void k(float warploom_4 = 1, int warploom_8[4]) { ::warploom::launch(WARPLOOM_UNIT, __PRETTY_FUNCTION__, warploom_4, warploom_8); }",
        ),
        (
            "#define K __global__ void\n#define H(n) K n(int *a, int)\nK k(int *a) {\n#define N 4\n f(N);\n}",
            "#define K __global__ void\n#define H(n) K n(int *a, int)\nK k(int *a) { ::warploom::launch(WARPLOOM_UNIT, __PRETTY_FUNCTION__, a); \n#define N 4\n\n}",
        ),
    ];
    for (before, after) in cases {
        assert_eq!(rewritten_for(before, Device::Elsewhere), after);
    }
    let tells = |number: u32, name: &str| {
        format!(
            " static const int warploom_variable_{number} = (warploom_symbol((const void *)&{name}, {number}, sizeof {name}), 0);"
        )
    };
    let before = "static __device__ int a = f(1), *b; __constant__ T c[4];";
    let after = format!(
        "static __device__ int a = f(1), *b;{}{} __constant__ T c[4];{}",
        tells(0, "a"),
        tells(1, "b"),
        tells(2, "c")
    );
    assert_eq!(rewritten_for(before, Device::Elsewhere), after);
}

#[test]
fn functions_of_both_have_two_bodies() {
    let twice = |labels: &str, of_device: &str, of_host: &str| {
        format!(
            "{{ if (::warploom::in_kernel()) {{{labels}{of_device}}} else {{{labels}\n#line 1\n{of_host}}}}}"
        )
    };
    let (asked, told) = ("\n#ifdef __CUDA_ARCH__\nx();\n#endif\n", "\n#if 1\nx();\n#endif\n");
    let heads = [
        "__host__ __device__ int f() ",
        "BOTH int f() const noexcept ",
        "auto a::f(int x) -> b<int, 2> ",
        "a::a() : x{0}, y{1} ",
        "void f() { g([=] __host__ __device__ (int x) ",
        "struct a { operator int() ",
    ];
    for head in heads {
        let tail = "}".repeat(head.matches('{').count() - head.matches("{0}, y{1}").count() * 2);
        let before = format!("{head}{{{asked}}}{tail}");
        assert_eq!(rewritten(&before), format!("{head}{}{tail}", twice("", told, asked)));
        assert_eq!(rewritten_for(&before, Device::Elsewhere), before);
    }
    // The function, and not a statement in it; with labels and launches of its own.
    let body = |group: &str, launch: &str| format!("{launch};if (y) {{{group}goto z;}} z:;");
    let launch = "(::warploom::launching(1, 1), k())";
    assert_eq!(
        rewritten(&format!("int f() {{{}}}", body(asked, "k<<<1, 1>>>()"))),
        format!("int f() {}", twice(" __label__ z;", &body(told, launch), &body(asked, launch)))
    );
}

#[test]
fn one_reading_has_no_two_functions() {
    let refused = |text: &str| {
        let mut sources = syntax::new_sources();
        let file =
            sources.map.add("t.cu".to_owned(), Arc::from(text.as_bytes()), FileKind::User, None).unwrap();
        let macros = Macros::of(&[file], "", &mut sources);
        let found = super::refused_choices(file, &mut sources, &macros);
        found.iter().map(|(_, at)| &text[at.clone()]).collect::<String>()
    };
    let ask = "#ifdef __CUDA_ARCH__";
    let cases = [
        ("\n__device__ int f() { return 1; }\n#else\nint f() { return 0; }\n#endif\n", ask),
        ("\n__device__ int f() { return 1; }\n#else\n__device__ int f() { return 0; }\n#endif\n", ""),
        ("\n__host__ __device__ int f() { return 1; }\n#endif\n", ""),
        ("\n#define A\n#else\nint f() { return 0; }\n#endif\n", ""),
    ];
    for (after, found) in cases {
        assert_eq!(refused(&format!("{ask}{after}")), found);
    }
    let head = format!("struct a {{ __host__ __device__ a()\n{ask}\n: x(1)\n#endif\n{{}} }};");
    assert_eq!(refused(&head), ask);
}

#[test]
fn the_device_has_its_own_pass() {
    let kernel = |body: &str| {
        format!("__global__ void k() {{ ::warploom::kernel([=]() mutable -> void {{{body}}}); }}")
    };
    let of_kernel = [
        ("\n#if __CUDA_ARCH__ >= 700\nf();\n#endif\n", "\n#if 900 >= 700\nf();\n#endif\n"),
        ("\n#ifdef __CUDA_ARCH__\nf();\n#else\ng();\n#endif\n", "\n#if 1\nf();\n#else\ng();\n#endif\n"),
        (
            "\n#if A\n#elif defined(__CUDA_ARCH__) && !defined __CUDA_ARCH__\n#endif\n",
            "\n#if A\n#elif 1 && !1\n#endif\n",
        ),
        (
            "\n#ifdef __CUDA_ARCH__\nasm(\"mma.sync %0;\" : \"=r\"(x));\n#else\ng();\n#endif\n",
            "\n#if 0\n::warploom::ptx_of_gpus_alone();\n#else\ng();\n#endif\n",
        ),
    ];
    for (before, after) in of_kernel {
        assert_eq!(rewritten(&format!("__global__ void k() {{{before}}}")), kernel(after));
    }
    let of_file = [
        (
            "#if __CUDA_ARCH__ < 600\n__device__ int f(int x) { return x; }\n#endif\n",
            "#if 900 < 600\n__device__ int f(int x) { return x; }\n#endif\n",
        ),
        (
            "struct a { int x; __device__ a() : x{0} {\n#ifndef __CUDA_ARCH__\n#endif\n} };",
            "struct a { int x; __device__ a() : x{0} {\n#if 0\n#endif\n} };",
        ),
    ];
    for (before, after) in of_file {
        assert_eq!(rewritten(before), after);
    }
    // What the host has as well is read for the host.
    let kept = [
        "#ifdef __CUDA_ARCH__\n__device__ int f() { return 1; }\n#else\nint f() { return 0; }\n#endif\n",
        "#ifndef __CUDA_ARCH__\n#include <a>\n#endif\n",
        "#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600\n#define A\n#endif\n",
        "__device__ int f() { return __CUDA_ARCH__; }",
    ];
    for text in kept {
        assert_eq!(rewritten(text), text);
    }
}

#[test]
fn clocks_of_the_device_are_not_those_of_the_host() {
    let cases = [
        ("__device__ long f() { return clock(); }", "__device__ long f() { return ::warploom::clock(); }"),
        (
            "__device__ long f(X &x) { return x.clock() + std::clock(); }",
            "__device__ long f(X &x) { return x.clock() + std::clock(); }",
        ),
        ("long f() { return clock(); }", "long f() { return clock(); }"),
        (
            "__host__ __device__ long f() { return clock(); }",
            "__host__ __device__ long f() { return clock(); }",
        ),
    ];
    for (before, after) in cases {
        assert_eq!(rewritten(before), after);
    }
}

#[test]
fn addresses_of_kernels_tell_what_they_take() {
    let cases = [
        ("p.func = (void *)k;", "p.func = ::warploom::address(k);"),
        ("p->func = (void *)a::k<int, 4>;", "p->func = ::warploom::address(a::k<int, 4>);"),
        (
            "template <class T> __global__ void k(T *a); void *f() { return (void *)k<int>; }",
            "template <class T> __global__ void k(T *a); void *f() { return ::warploom::address(k<int>); }",
        ),
        (
            "__global__ void k(); auto f = (const void *)&k;",
            "__global__ void k(); auto f = ::warploom::address(&k);",
        ),
        ("q = (void *)p; (void *)f(x);", "q = (void *)p; (void *)f(x);"),
    ];
    for (before, after) in cases {
        assert_eq!(rewritten(before), after);
    }
}
