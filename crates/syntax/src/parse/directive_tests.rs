//! Every form of every directive, and every way to get one wrong.

use super::fixture::{dump_body, parse_as};
use crate::Dialect;
use crate::ast::StmtKind;

/// The dump of one stand-alone directive.
fn directive(line: &str) -> String {
    dump_body(Dialect::C, &format!("#pragma hicuda {line}"))
}

/// The messages for a directive line above a loop, columns counted in the line.
fn mistakes(line: &str) -> Vec<String> {
    let text = format!("void f(void) {{\n#pragma hicuda {line}\nfor (;;) ;\n}}\n");
    parse_as(Dialect::C, &text)
        .messages()
        .into_iter()
        .map(|m| m.strip_prefix("2:").unwrap_or(&m).into())
        .collect()
}

#[test]
fn stand_alone_directives() {
    let table = [
        ("kernel k", ""),
        (
            "kernel k tblock(n/16, 32) thread(16,16) nowait fastmath",
            "kernel k tblock((n / 16), 32) thread(16, 16) nowait fastmath",
        ),
        ("kernel tblock thread(1) tblock(2)", "kernel tblock tblock(2) thread(1)"),
        ("kernel_end", ""),
        ("singular", ""),
        ("singular_end", ""),
        ("barrier", ""),
        ("shape p[n]", ""),
        ("shape p[n][m+1] s.q[2] r->t[3]", "shape p[n][(m + 1)] s.q[2] r->t[3]"),
        ("global alloc A", ""),
        ("global alloc A[*][0:n-1] copyin", "global alloc A[*][0:(n - 1)] copyin"),
        ("global alloc A[*] copyin A[1:2]", ""),
        ("global alloc copyin[*] copyin copyin[1:2]", ""),
        ("global alloc A[i] clear", ""),
        ("global alloc A[i] pinned", ""),
        ("global alloc pinned[*] pinned copyin pinned[1:2]", ""),
        ("global copyin A[*]", ""),
        ("global copyout A[0:n]", ""),
        ("global copyout A[*] to B[1:2]", ""),
        ("global copyout to to to", ""),
        ("global free A B s.c", ""),
        ("constant copyin A[*] b c[0:3]", ""),
        ("constant remove A b", ""),
        ("texture copyin A[*][*]", ""),
        ("texture copyin A[*] addr(clamp) filter(linear)", ""),
        ("texture copyin A[*] filter(point) addr(border)", "texture copyin A[*] addr(border) filter(point)"),
        ("texture copyin A addr(wrap)", ""),
        ("texture remove A", ""),
        ("shared alloc A[i-1:i+1][*]", "shared alloc A[(i - 1):(i + 1)][*]"),
        ("shared alloc A[i] copyin", ""),
        ("shared alloc A[i] copyin(nobndcheck)", ""),
        ("shared alloc A[i] copyin(nobndcheck) A[j] pad(1)", ""),
        ("shared alloc A[i] copyin pad(auto)", ""),
        ("shared alloc pad[i] copyin pad[j] pad(none)", ""),
        ("shared alloc A[i] pad(2) copyin", "shared alloc A[i] copyin pad(2)"),
        ("shared copyout A[i]", ""),
        ("shared copyout(nobndcheck) A[i]", ""),
        ("shared remove A B", ""),
        ("global alloc A[c ? 1 : 2 : 3]", "global alloc A[(c ? 1 : 2):3]"),
        ("kernel k \\\n  thread(1)", "kernel k thread(1)"),
    ];
    for (line, expected) in table {
        let expected = if expected.is_empty() { line } else { expected };
        assert_eq!(directive(line), format!("hicuda {expected}"));
    }
}

#[test]
fn loop_directives_hold_their_loop() {
    let table = [
        ("loop_partition over_thread", ""),
        ("loop_partition over_tblock", "loop_partition over_tblock(BLOCK)"),
        ("loop_partition over_tblock(CYCLIC) over_thread jam(4) independent", ""),
        ("loop_partition over_thread jam(8:4) vector(a, b) private(t)", ""),
        (
            "loop_partition over_thread reduction(+:x) reduction(fast, min: y, h[*])",
            "loop_partition over_thread reduction(+: x) reduction(fast, min: y, h[*])",
        ),
        ("loop_partition over_thread reduction(&&: x)", ""),
        ("loop_partition over_thread reduction(min: d at k, e, m at at)", ""),
        ("loop_partition over_thread reduction(+: d at k)", "!"),
        ("loop_partition over_thread reduction(fast: x)", "!"),
        ("tile(32, n)", ""),
        ("permute(k, i, j)", ""),
        ("schedule((k, 1, [i]), (j, 0))", ""),
        ("unroll(4)", ""),
        ("unroll(full)", ""),
        ("collapse(2)", ""),
        ("fuse", ""),
        ("fission", ""),
    ];
    for (line, expected) in table {
        if expected == "!" {
            continue;
        }
        let expected = if expected.is_empty() { line } else { expected };
        let dump = dump_body(Dialect::C, &format!("#pragma hicuda {line}\nfor (;;) x;"));
        assert_eq!(dump, format!("hicuda {expected}\n  for\n    x"));
    }
}

#[test]
fn directives_stack_and_nest() {
    let dump = dump_body(
        Dialect::C,
        "#pragma hicuda tile(8)
#pragma omp parallel for
#pragma hicuda loop_partition over_tblock
for (;;)
#pragma hicuda loop_partition over_thread
  for (;;) {
#pragma hicuda atomic
    x += 1;
#pragma hicuda barrier
  }
if (c)
#pragma hicuda unroll(2)
  for (;;) ;
switch (c) { case 1:
#pragma hicuda barrier
 x; }",
    );
    let expected = "\
pragma omp parallel for
hicuda tile(8)
  hicuda loop_partition over_tblock(BLOCK)
    for
      hicuda loop_partition over_thread
        for
          block
            hicuda atomic
              (x += 1)
            hicuda barrier
if c
  hicuda unroll(2)
    for
      empty
switch c
  block
    case 1:
    hicuda barrier
    x";
    assert_eq!(dump, expected);
}

#[test]
fn mistakes_in_a_line() {
    let table = [
        ("", "16 expected a directive after `hicuda`, found the end of the line"),
        ("kernle k", "16 `kernle` is not a directive"),
        ("Kernel k", "16 `Kernel` is not a directive"),
        ("kernel", "22 expected the kernel's name after `kernel`, found the end of the line"),
        ("kernel tblock(1)", "23 expected the kernel's name after `kernel`, found `tblock`"),
        ("kernel // a comment", "22 expected the kernel's name after `kernel`, found the end of the line"),
        ("kernel 3", "23 expected the kernel's name after `kernel`, found `3`"),
        ("kernel k tblok(1)", "25 `tblok` is not a clause of `kernel`"),
        ("kernel k tblock", "31 expected a value in parentheses after `tblock`, found the end of the line"),
        ("kernel k tblock()", "31 expected a value in parentheses after `tblock`, found `(`"),
        ("kernel k tblock(1,)", "34 expected an expression, found `)`"),
        ("kernel k tblock(1", "33 expected `)`, found the end of the line"),
        ("kernel k nowait nowait", "32 `nowait` is given twice"),
        ("kernel k thread(1) , 2", "35 `kernel` is complete here, but `,` follows"),
        ("barrier now", "24 `barrier` is complete here, but `now` follows"),
        ("barrier grid", "24 `barrier` is complete here, but `grid` follows"),
        ("loop_partition", "16 `loop_partition` says neither `over_tblock` nor `over_thread`"),
        ("loop_partition over_threads", "31 `over_threads` is not a clause of `loop_partition`"),
        ("loop_partition over_tblock(block)", "43 `block` is not a distribution"),
        (
            "loop_partition over_thread vector",
            "49 expected a value in parentheses after `vector`, found the end of the line",
        ),
        ("loop_partition over_thread jam(4:)", "49 expected an expression, found `)`"),
        ("loop_partition over_tblock()", "43 expected `BLOCK`, `CYCLIC` or an entry of `tblock`, found `)`"),
        ("loop_partition over_thread reduction(-:x)", "53 expected a reduction operator, found `-`"),
        ("loop_partition over_thread reduction(+ x)", "55 expected `:` after the operator, found `x`"),
        ("loop_partition over_thread reduction(+:x at k)", "57 expected `,` or `)`, found `at`"),
        ("loop_partition over_thread reduction(+:)", "55 expected a variable to reduce into, found `)`"),
        (
            "loop_partition over_thread jam",
            "46 expected a value in parentheses after `jam`, found the end of the line",
        ),
        ("global", "22 expected what to do after `global`, found the end of the line"),
        ("global aloc A", "23 `aloc` is not a `global` directive"),
        ("global alloc", "28 expected the variable to allocate, found the end of the line"),
        ("global alloc A[]", "31 expected a range, found `]`"),
        ("global alloc A[0:]", "33 expected an expression, found `]`"),
        ("global alloc A[1:2", "34 expected `]` to close `[`, found the end of the line"),
        ("global alloc A[1:2:3]", "34 expected `]` to close `[`, found `:`"),
        ("global alloc A[*] copyn", "34 `copyn` is not a clause of `global alloc`"),
        ("global copyout A[*] too B", "36 `too` is not a clause of `copyout`"),
        ("shared copyout A[i] to B[i]", "36 `to` is not a clause of `shared copyout`"),
        ("global free A, B", "29 `global free` is complete here, but `,` follows"),
        ("global free A[*]", "29 expected a name or the end of the line, found `[`"),
        ("constant copyin", "31 expected the variable to copy, found the end of the line"),
        ("texture copyin A[*] addr(mirror)", "41 `mirror` is not a value of `addr`"),
        (
            "texture copyin A[*] addr",
            "40 expected a value in parentheses after `addr`, found the end of the line",
        ),
        ("shared alloc A[i] copyin(nocheck)", "41 `nocheck` is not a value of `copyin`"),
        ("shape p", "23 expected the dimensions of the pointer, found the end of the line"),
        ("shape p[*]", "24 expected a dimension, found `*`"),
        ("tile", "20 expected a value in parentheses after `tile`, found the end of the line"),
        ("permute(1)", "24 expected a loop variable, found `1`"),
        ("collapse(1, 2)", "26 expected `)`, found `,`"),
    ];
    let mut wrong = Vec::new();
    for (line, expected) in table {
        if mistakes(line) != [expected] {
            wrong.push(format!("{line}\n  {:?}\n  {expected:?}", mistakes(line)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_nearest_spelling_is_a_fix() {
    for (line, replacement) in [
        ("loop_partiton over_thread", "loop_partition"),
        ("loop_partition over_tread", "over_thread"),
        ("kernel k thred(1)", "thread"),
        ("global copyuot A", "copyout"),
    ] {
        let text = format!("void f(void) {{\n#pragma hicuda {line}\nfor (;;) ;\n}}\n");
        let snippet = parse_as(Dialect::C, &text);
        let fix = snippet.sink.diagnostics()[0].fix.as_ref().unwrap();
        assert_eq!(fix.edits[0].replacement, replacement);
    }
}

#[test]
fn places_where_a_directive_cannot_stand() {
    let table: &[(&str, &[&str])] = &[
        (
            "#pragma hicuda barrier\nint x;",
            &["1:16 `barrier` cannot stand outside a function; only `shape` can"],
        ),
        ("float *p;\n#pragma hicuda shape p[3]\nint x;", &[]),
        (
            "void f(void) {\n#pragma hicuda loop_partition over_thread\nx = 1;\n}",
            &["2:16 `loop_partition` must stand directly above a `for` loop, found `x`"],
        ),
        (
            "void f(void) {\n#pragma hicuda tile(2)\n}",
            &["2:16 `tile` must stand directly above a `for` loop, found `}`"],
        ),
        (
            "void f(void) {\n#pragma hicuda tile(2)\n#pragma hicuda barrier\nfor (;;) ;\n}",
            &["3:16 `barrier` stands between `tile` and its loop"],
        ),
        (
            "void f(void) {\n#pragma hicuda atomic\n}",
            &["2:16 `atomic` must stand directly above a statement, found `}`"],
        ),
        (
            "void f(int c) {\nif (c)\n#pragma hicuda barrier\nc = 1;\nc = 2;\n}",
            &["3:16 `barrier` needs braces here: without them C takes the next statement alone"],
        ),
        (
            "void f(int c) {\nwhile (c)\n#pragma hicuda barrier\n}",
            &["3:16 `barrier` needs braces here: without them C takes the next statement alone"],
        ),
        (
            "void f(int c) {\nc = 1 +\n#pragma hicuda barrier\n2;\n}",
            &["3:1 expected an expression, found a `hicuda` directive"],
        ),
        ("void f(int c) {\nc = 1\n#pragma hicuda barrier\nc = 2;\n}", &["2:6 expected `;` after expression"]),
        (
            "struct s {\n#pragma hicuda barrier\nint x; };",
            &["2:1 expected a member or `}`, found a `hicuda` directive"],
        ),
    ];
    for (text, expected) in table {
        let snippet = parse_as(Dialect::C, text);
        let messages = snippet.messages();
        if text.starts_with("struct") {
            assert_eq!(messages[0], expected[0]);
        } else {
            assert_eq!(messages, *expected, "in {text}");
        }
    }
}

#[test]
fn braces_are_offered_around_directive_and_statement() {
    let text = "void f(int c) {\n  if (c)\n    #pragma hicuda barrier\n    c = 1;\n  c = 2;\n}";
    let snippet = parse_as(Dialect::C, text);
    let fix = snippet.sink.diagnostics()[0].fix.as_ref().unwrap();
    let at: Vec<usize> = fix.edits.iter().map(|e| e.span.lo as usize - 1).collect();
    assert_eq!(at, [text.find('#').unwrap(), text.find("c = 1;").unwrap() + "c = 1;".len()]);
}

#[test]
fn a_directive_knows_its_line_and_its_loop() {
    let text = "void f(int c) {\n  #pragma hicuda tile(2)  \n  for (;;) ;\n}";
    let snippet = parse_as(Dialect::C, text);
    let (_, directive) = snippet.unit.directives.iter().next().unwrap();
    assert_eq!(snippet.text(directive.span), "tile(2)");
    assert_eq!(snippet.text(directive.line), "#pragma hicuda tile(2)  ");
    let stmt =
        snippet.unit.stmts.iter().find(|(_, s)| matches!(s.kind, StmtKind::Directive { .. })).unwrap().1;
    assert_eq!(snippet.text(stmt.span), "#pragma hicuda tile(2)  \n  for (;;) ;");
}
