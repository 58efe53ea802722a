//! Each mistake is one message, with its code and its line.

#![allow(clippy::unwrap_used)]

mod in_memory;

use in_memory::{options, run, run_text};
use syntax::preprocess::Limits;

/// Runs the text and compares the messages with `line: CODE message` each.
fn expect(text: &str, messages: &[&str]) {
    assert_eq!(run_text(text).messages(), messages, "in\n{text}");
}

#[test]
fn comments_and_literals() {
    expect("int a; /* open", &["1: E0101 this comment is not closed"]);
    expect("#if 1\n/* open\n#endif\n", &["2: E0101 this comment is not closed"]);
    expect("a = \"open;\nb = 1;\n", &["1: E0102 missing closing `\"`"]);
    expect("char c = 'x;\n", &["1: E0102 missing closing `'`"]);
    expect("a = L\"open\n;", &["1: E0102 missing closing `\"`"]);
    expect(
        "a @ b ` \u{1}",
        &[
            "1: E0117 stray `@` in the program",
            "1: E0117 stray ``` in the program",
            "1: E0117 stray byte 0x01 in the program",
        ],
    );
}

#[test]
fn quotes_in_lines_that_are_not_program_text() {
    expect("#if 0\nit's \"fine\n#endif\n", &[]);
    expect("#define unused don't\n", &[]);
    expect("#error don't\n", &["1: E0116 don't"]);
    expect("#pragma it's\n", &[]);
}

#[test]
fn stray_bytes_are_reported_a_few_times_only() {
    let all = run(&[b'@'; 1000], &[], &options());
    assert_eq!(all.diagnostics.len(), 10);
    assert_eq!(all.tokens.len(), 1001);
    let wide = run(b"\xff\xfei\0n\0t\0", &[], &options());
    assert_eq!(wide.messages(), ["1: E0117 this file is in UTF-16, and C source must be in UTF-8"]);
}

#[test]
fn conditionals() {
    expect("#if 1\n#ifdef x\n#endif\n", &["1: E0104 this conditional has no `#endif`"]);
    expect("#if 0\n#if 0\n", &["1: E0104 this conditional has no `#endif`"]);
    expect("a\n#endif\n", &["2: E0105 `#endif` without `#if`"]);
    expect("#else\n#elif 1\n", &["1: E0105 `#else` without `#if`", "2: E0105 `#elif` without `#if`"]);
    expect("#if 1\n#else\n#else\n#endif\n", &["3: E0105 `#else` after `#else`"]);
    expect("#if 0\n#else\n#elif 1\n#endif\n", &["3: E0105 `#elif` after `#else`"]);
    expect("#ifdef\n#endif\n", &["1: E0108 the name of a macro is missing"]);
    expect(
        "#ifdef a b\n#endif c\n",
        &["1: W1003 extra text after `#ifdef`", "2: W1003 extra text after `#endif`"],
    );
    let header = run(b"#include \"open.h\"\n#endif\n", &[("open.h", "#if 1\n")], &options());
    assert_eq!(
        header.messages(),
        ["1: E0104 this conditional has no `#endif`", "2: E0105 `#endif` without `#if`",]
    );
}

#[test]
fn conditions() {
    expect("#if\n#endif\n", &["1: E0112 an expression is missing after `if`"]);
    expect("#if 1 +\n#endif\n", &["1: E0112 an expression is missing after `+`"]);
    expect("#if (1\n#endif\n", &["1: E0112 this `(` has no `)`"]);
    expect("#if 1)\n#endif\n", &["1: E0112 this `)` has no `(`"]);
    expect("#if 1 ? 2\n#endif\n", &["1: E0112 this `?` has no `:`"]);
    expect("#if 1 : 2\n#endif\n", &["1: E0112 this `:` has no `?`"]);
    expect("#if 1 2\n#endif\n", &["1: E0112 an operator is missing before `2`"]);
    expect("#if f(1)\n#endif\n", &["1: E0112 an operator is missing before `(`"]);
    expect("#if a = 1\n#endif\n", &["1: E0112 an operator is missing before `=`"]);
    expect("#if \"s\"\n#endif\n", &["1: E0112 a string has no place in `#if`"]);
    expect("#if 1.5\n#endif\n", &["1: E0112 a floating-point number has no place in `#if`"]);
    expect("#if 08\n#endif\n", &["1: E0112 an octal number has digits 0 to 7 only"]);
    expect("#if 1lul\n#endif\n", &["1: E0112 the suffix of this integer is not one of C's"]);
    expect("#if ''\n#endif\n", &["1: E0112 an empty character constant"]);
    expect("#if defined 1\n#endif\n", &["1: E0112 `defined` wants the name of a macro"]);
    expect("#if defined(a\n#endif\n", &["1: E0112 this `defined(` has no `)`"]);
    expect("#if 1 / 0\n#endif\n", &["1: E0113 division by zero in `#if`"]);
    expect("#if 1 % (2 - 2) && 1\n#endif\n", &["1: E0113 division by zero in `#if`"]);
    expect("#if 0 && 1 / 0 || 1 ? 1 : 1 / 0\n#endif\n", &[]);
    expect("#if 1\n#elif 1 / 0\n#endif\n#if 0\n#if +\n#endif\n#endif\n", &[]);
}

#[test]
fn directives() {
    expect("#inclde <x.h>\n", &["1: E0106 `#inclde` is not a preprocessing directive"]);
    assert_eq!(run_text("#inclde <x.h>\n").diagnostics[0].help, ["did you mean `#include`?"]);
    expect("#assert x(y)\n", &["1: E0106 assertions (`#assert`) are not supported"]);
    expect("#if 0\n#nonsense\n#endif\n#\n#!\n", &["5: E0106 `#!` is not a preprocessing directive"]);
    expect(
        "#line\n#line x\n#line 1 2\n",
        &["1: E0107 `#line` wants a number, and perhaps a file name"; 3].map({
            let mut line = 0;
            move |text: &str| {
                line += 1;
                &*Box::leak(text.replacen('1', &line.to_string(), 1).into_boxed_str())
            }
        }),
    );
    expect("#error  stop   here // now\n", &["1: E0116 stop here"]);
    expect("#warning look\n", &["1: W1002 look"]);
    expect("_Pragma(1)\n", &["1: E0107 `_Pragma` wants one string in parentheses"]);
    expect("#pragma GCC error \"no\"\n#pragma GCC warning \"hm\"\n", &["1: E0116 no", "2: W1002 hm"]);
    expect("#pragma GCC poison gets\ngets(s);\n", &["2: E0120 `gets` must not be used"]);
    expect("__has_include(<a>)\n", &["1: E0107 `__has_include` wants to stand in an `#if`"]);
    expect("#if __has_attribute\n#endif\n", &["1: E0107 `__has_attribute` wants a name in parentheses"]);
}

#[test]
fn definitions() {
    let wrong = |text: &str, message: &str| expect(text, &[&format!("1: E0108 {message}")]);
    wrong("#define\n", "the name of a macro is missing");
    wrong("#define 1\n", "the name of a macro must be an identifier");
    wrong("#define defined 1\n", "`defined` cannot be the name of a macro");
    wrong("#define f(a\n", "the parameters of this macro are not closed by `)`");
    wrong("#define f(a b)\n", "a macro's parameters cannot have `b` here");
    wrong("#define f(a,)\n", "a macro's parameters cannot have `)` here");
    wrong("#define f(..., a)\n", "a macro's parameters cannot have `,` here");
    wrong("#define f(a, a)\n", "`a` is already a parameter of this macro");
    wrong("#define f(a) #b\n", "`#` is not followed by a macro parameter");
    wrong("#define f(a) #\n", "`#` is not followed by a macro parameter");
    wrong("#define a ## b\n", "`##` cannot stand at either end of what a macro expands to");
    wrong("#define f(a) a ##\n", "`##` cannot stand at either end of what a macro expands to");
    wrong("#define f(...) __VA_OPT__ a\n", "`__VA_OPT__` must be followed by `(`");
    wrong("#define f(...) __VA_OPT__(a\n", "the `(` of this `__VA_OPT__` is not closed");
    wrong("#define f(...) __VA_OPT__(## a)\n", "`##` cannot stand at either end of what a macro expands to");
    wrong("#define f(...) __VA_OPT__(__VA_OPT__())\n", "`__VA_OPT__` cannot stand in a `__VA_OPT__`");
    expect(
        "#define a 1\n#define a 1\n#define a 2\n#undef a\n#define a 3\n",
        &["3: W1001 macro `a` redefined"],
    );
    expect("#define f(x) x\n#define f(y) y\n", &["2: W1001 macro `f` redefined"]);
    expect("#undef __FILE__\n", &["1: W1001 built-in macro `__FILE__` undefined"]);
}

#[test]
fn calls() {
    let f = "#define f(x, y) x y\n";
    expect(&format!("{f}f(1)\n"), &["2: E0109 macro `f` takes 2 arguments, but 1 given"]);
    expect(&format!("{f}f(1, 2, 3)\n"), &["2: E0109 macro `f` takes 2 arguments, but 3 given"]);
    expect(&format!("{f}f(1,\n"), &["2: E0110 the arguments of macro `f` are not closed"]);
    expect("#define z() 0\nz(1)\n", &["2: E0109 macro `z` takes 0 arguments, but 1 given"]);
    expect("#define v(a, b, ...) a\nv(1)\n", &["2: E0109 macro `v` takes at least 2 arguments, but 1 given"]);
    expect("#define c(x, y) x ## y\nc(+, 1)\n", &["1: E0111 `##` cannot join `+` and `1` into one token"]);
    let header = run(b"#include \"h.h\"\n(1)\n", &[("h.h", "#define f(x) x\nf\n")], &options());
    assert_eq!(header.spellings(), "f ( 1 )");
}

#[test]
fn includes() {
    let missing = run_text("#include \"no.h\"\n#include <no.h>\n");
    assert_eq!(missing.messages(), ["1: E0103 header `no.h` not found", "2: E0103 header `no.h` not found"]);
    assert_eq!(missing.diagnostics[0].notes, ["searched: inc, sys"]);
    let beside = run(b"#include <own.h>\n", &[("own.h", "")], &options());
    assert_eq!(beside.diagnostics[0].help, ["the file is beside this one: write `\"own.h\"`"]);
    let secret = run_text("#include \"secret.h\"\n");
    assert_eq!(secret.messages(), ["1: E0115 cannot read `secret.h`: permission denied"; 1]);
    expect(
        "#include\n#include x\n",
        &[
            "1: E0107 `#include` wants `\"file\"` or `<file>`",
            "2: E0107 `#include` wants `\"file\"` or `<file>`",
        ],
    );
    let endless = run(b"#include \"a.h\"\n", &[("a.h", "#include \"a.h\"\n#include \"a.h\"\n")], &options());
    assert_eq!(endless.messages(), ["1: E0114 headers are nested 200 deep"]);
}

#[test]
fn warnings_in_system_headers_are_not_raised() {
    let noisy = "#define a 1\n#define a 2\n#warning loud\n#endif\n";
    let system = run(b"#include <noisy.h>\n", &[("sys/noisy.h", noisy)], &options());
    assert_eq!(system.messages(), ["4: E0105 `#endif` without `#if`"]);
    let user = run(b"#include <noisy.h>\n", &[("inc/noisy.h", noisy)], &options());
    assert_eq!(user.diagnostics.len(), 3);
    let marked = format!("#pragma GCC system_header\n{noisy}");
    let marked = run(b"#include <noisy.h>\n", &[("inc/noisy.h", &marked)], &options());
    assert_eq!(marked.diagnostics.len(), 1);
}

#[test]
fn limits_end_the_output_with_one_message() {
    let mut small = options();
    small.limits = Limits { tokens: 1000, expansion_work: 10_000, include_depth: 20, argument_depth: 10 };
    let bomb: String = (0..40).map(|i| format!("#define a{} a{i} a{i}\n", i + 1)).collect();
    let bomb = run(format!("{bomb}a40\n").as_bytes(), &[], &small);
    assert_eq!(bomb.diagnostics.len(), 1);
    assert_eq!(bomb.diagnostics[0].code.id, "E0118");
    let long = run("x ".repeat(5000).as_bytes(), &[], &small);
    assert_eq!(long.messages(), ["1: E0118 the program has more than 1000 tokens after preprocessing"]);
    let nested = format!("#define id(x) x\n{}1{}\n", "id(".repeat(20), ")".repeat(20));
    let nested = run(nested.as_bytes(), &[], &small);
    assert_eq!(nested.diagnostics.len(), 1);
    assert_eq!(nested.diagnostics[0].code.id, "E0119");
}

#[test]
fn the_examples_of_the_pages_show_their_codes() {
    // E0115 needs a real file that cannot be read.
    let ours = |id: &str| (id.starts_with("E01") && id != "E0115") || id.starts_with("W100");
    for code in diagnostics::codes::ALL.iter().filter(|code| ours(code.id)) {
        let page = diagnostics::explain::page(code).unwrap();
        for example in diagnostics::explain::examples(page.text) {
            let mut options = options();
            for flag in &example.flags {
                let (name, value) = flag.trim_start_matches("-D").split_once('=').unwrap_or((flag, "1"));
                options.command_line.extend(format!("#define {name} {value}\n").bytes());
            }
            let headers =
                ["stddef.h", "stdio.h", "stdlib.h", "math.h"].map(|name| (format!("sys/{name}"), ""));
            // A page about endless inclusion includes itself.
            let itself = [("main.c", example.text)].into_iter();
            let headers: Vec<(&str, &str)> =
                headers.iter().map(|(path, text)| (path.as_str(), *text)).chain(itself).collect();
            let raised = run(example.text.as_bytes(), &headers, &options).diagnostics;
            let is_raised = raised.iter().any(|diagnostic| diagnostic.code.id == code.id);
            assert_eq!(is_raised, example.is_wrong, "{}:\n{}", code.id, example.text);
        }
    }
}

/// On a test's thread, which has a quarter of the main thread's stack.
#[test]
fn deep_nesting_needs_no_stack() {
    let parentheses = format!("#if {}1{}\nyes\n#endif\n", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(run_text(&parentheses).spellings(), "yes");
    let conditionals = format!("{}x\n{}", "#if 1\n".repeat(100_000), "#endif\n".repeat(100_000));
    assert_eq!(run_text(&conditionals).spellings(), "x");
    let calls = |depth| format!("#define id(x) x\n{}1{}\n", "id(".repeat(depth), ")".repeat(depth));
    assert_eq!(run_text(&calls(390)).spellings(), "1");
    assert_eq!(run_text(&calls(1000)).diagnostics[0].code.id, "E0119");
    let chain: String = (0..50_000).map(|i| format!("#define a{} a{i}\n", i + 1)).collect();
    assert_eq!(run_text(&format!("{chain}a50000\n")).spellings(), "a0");
}

#[test]
fn a_long_chain_of_pastes_comes_to_an_end() {
    let chain = format!("#define f {}a\nf\n", "a##".repeat(200_000));
    let result = run_text(&chain);
    assert_eq!(result.messages(), ["1: E0118 macro expansion does not come to an end"]);
}
