//! Statements of C and GNU C.

use super::fixture::{dump_body, parse_as};
use crate::Dialect;

fn body(text: &str) -> String {
    dump_body(Dialect::C, text)
}

#[test]
fn control_flow() {
    let dump = body(
        "if (a) b; else if (c) { d; } else e;
         while (a) continue;
         do b; while (c);
         for (;;) break;
         for (int i = 0, j; i < n; i++, j--) ;
         return;",
    );
    let expected = "\
if a
  b
else if c
  block
    d
else
  e
while a
  continue
do while c
  b
for
  break
for
  decl i: int = 0
  decl j: int
  cond (i < n)
  step (i++ , j--)
  empty
return";
    assert_eq!(dump, expected);
}

#[test]
fn labels_and_switches() {
    let dump = body(
        "switch (x) { case 1: case 2 ... 5: a; break; default: ; int y; case 6: __attribute__((fallthrough)); last: }
         again: __attribute__((unused)) int z;
         { __label__ p, q; p: goto q; q: goto *(&&p + 1); end: }",
    );
    let expected = "\
switch x
  block
    case 1:
    case 2 ... 5:
    a
    break
    default:
    empty
    decl y: int
    case 6:
    attributes fallthrough
    last:
    empty
again:
decl z: int
block
  labels p q
  p:
  goto q
  q:
  goto *(&&p + 1)
  end:
  empty";
    assert_eq!(dump, expected);
}

#[test]
fn assembler() {
    let dump = body(
        "asm(\"nop\");
         __asm__ volatile(\"mov %1, %0\" \"x\" : [out] \"=r\"(a), \"=m\"(*p) : \"r\"(b + 1) : \"memory\", \"cc\");
         asm goto(\"jmp %l0\" :::: done);
         asm(\"\" :: \"r\"(x));
         done: ;
         register int r asm(\"eax\") = 1;",
    );
    let expected = "\
asm \"nop\"
__asm__ volatile \"mov %1, %0\" \"x\" out [out] \"=r\" a out \"=m\" *p in \"r\" (b + 1) clobbers \"memory\" clobbers \"cc\"
asm goto \"jmp %l0\" goto done
asm \"\" in \"r\" x
done:
empty
decl register r: int asm = 1";
    assert_eq!(dump, expected);
}

#[test]
fn declarations_among_statements() {
    let dump = body(
        "a: b; int c; d(); static int e[2]; __extension__ union { int f; } g; __extension__ (h);
         _Static_assert(1, \"yes\"); __auto_type k = 1; [[maybe_unused]] int l; [[likely]] m();",
    );
    let expected = "\
a:
b
decl c: int
d()
decl static e: array of 2 of int
union {…}
  field f: int
decl g: union {…}
__extension__ h
static_assert 1, \"yes\"
decl k: __auto_type = 1
decl [maybe_unused] l: int
m()";
    assert_eq!(dump, expected);
}

#[test]
fn foreign_pragmas_are_statements_and_never_swallow_one() {
    let dump = body("#pragma omp parallel for\nfor (;;)\n#pragma unroll\nfor (;;) x;\n#pragma last");
    let expected = "\
pragma omp parallel for
for
  block
    pragma unroll
    for
      x
pragma last";
    assert_eq!(dump, expected);
}

#[test]
fn pragmas_inside_lists_are_passed_over() {
    let dump = body("int a[] = {\n#pragma one\n1,\n#pragma two\n2 };\nf(\n#pragma three\nx);");
    assert_eq!(dump, "decl a: array of int = {1, 2}\nf(x)");
}

#[test]
fn long_chains_of_statements_need_no_stack() {
    let labels: String = (0..20_000).map(|i| format!("case {i}: ")).collect();
    let elses = "if (x) ; else ".repeat(20_000);
    let snippet = parse_as(Dialect::C, &format!("void f(int x) {{ switch (x) {{ {labels} ; }} {elses} ; }}"));
    assert_eq!(snippet.messages(), [""; 0]);
    assert_eq!(snippet.dump().lines().filter(|l| l.contains("case")).count(), 20_000);
}
