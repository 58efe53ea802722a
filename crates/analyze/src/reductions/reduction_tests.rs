//! What clauses are accepted, and who reduces.

use crate::ReductionScope;
use crate::fixture::{Analyzed, analyzed, in_kernel};

fn found(region: &str, after: &str) -> Analyzed {
    let text = in_kernel("tblock(2) thread(4)", region);
    let end = text.rfind('}').unwrap();
    analyzed(&format!("{}{after} }}", &text[..end]))
}

fn scopes(region: &str, after: &str) -> Vec<ReductionScope> {
    found(region, after).kernel().reductions.iter().map(|r| r.scope).collect()
}

const OVER_ALL: &str = "#pragma hicuda loop_partition over_tblock over_thread reduction(+: s)\n";
const OVER_THREADS: &str = "#pragma hicuda loop_partition over_thread reduction(+: s)\n";

#[test]
fn blocks_make_it_the_grids() {
    let region = format!("{OVER_ALL}for (i = 0; i < n; i++) s += a[i];");
    assert_eq!(scopes(&region, "b[0] = s;"), [ReductionScope::Grid]);
}

#[test]
fn threads_keep_it_in_the_block() {
    let region = format!("s = 0;\n{OVER_THREADS}for (i = 0; i < n; i++) s += a[i];\nb[0] = s;");
    assert_eq!(scopes(&region, ""), [ReductionScope::Block]);
    let region = format!("float q = 0;\n{OVER_THREADS}for (i = 0; i < n; i++) q += a[i];\nb[0] = q;");
    assert_eq!(scopes(&region.replace(": s", ": q"), ""), [ReductionScope::Block]);
}

#[test]
fn a_host_that_asks_makes_it_the_grids() {
    let region = format!("{OVER_THREADS}for (i = 0; i < n; i++) s += a[i];");
    assert_eq!(scopes(&region, "b[0] = s;"), [ReductionScope::Grid]);
}

#[test]
fn the_clause_of_the_outer_loop_is_enough() {
    let outer = "#pragma hicuda loop_partition over_tblock reduction(+: s)\n";
    let inner = "#pragma hicuda loop_partition over_thread\n";
    let nest = |inner: &str| {
        format!("{outer}for (i = 0; i < 8; i++) {{\n{inner}for (j = 0; j < 8; j++) s += m[i][j];\n}}")
    };
    assert_eq!(scopes(&nest(inner), "b[0] = s;"), [ReductionScope::Grid]);
    assert_eq!(scopes(&nest(OVER_THREADS), "b[0] = s;"), [ReductionScope::Grid]);
}

#[test]
fn other_uses_are_named() {
    let region = format!("{OVER_ALL}for (i = 0; i < n; i++) {{ s += a[i]; b[i] = s; }}");
    assert_eq!(found(&region, "b[0] = s;").messages(), ["E0660 8 this use of `s` is not an update by `+`"]);
    let region = format!("{OVER_ALL}for (i = 0; i < n; i++) s *= a[i];");
    assert_eq!(found(&region, "b[0] = s;").messages(), ["E0660 8 this use of `s` is not an update by `+`"]);
    let region = format!("{OVER_ALL}for (i = 0; i < n; i++) s += a[i];\nb[0] = s;");
    assert_eq!(found(&region, "").messages(), ["E0661 9 `s` is not known in the kernel that reduces it"]);
    let region = format!("float q = 0;\n{OVER_ALL}for (i = 0; i < n; i++) q += a[i];");
    let message = "E0661 8 the grid reduces `q`, but it ends with the kernel";
    assert_eq!(found(&region.replace(": s", ": q"), "").messages(), [message]);
}

#[test]
fn what_cannot_be_reduced() {
    let region = format!("{OVER_ALL}for (i = 0; i < n; i++) s += a[i];");
    assert_eq!(found(&region.replace("+: s", "&: s"), "").codes()[0], "E0662");
    let other = region.replace("(+", "(*").replace("+=", "*=");
    assert_eq!(found(&format!("{region}\n{other}"), "b[0] = s;").codes()[0], "E0663");
}

#[test]
fn an_inner_sum_does_not_make_the_outer_loop_free() {
    let outer = "#pragma hicuda loop_partition over_tblock\n";
    let region =
        format!("{outer}for (i = 0; i < 8; i++) {{\n{OVER_THREADS}for (j = 0; j < 8; j++) s += m[i][j];\n}}");
    assert_eq!(found(&region, "b[0] = s;").codes(), ["E0505"]);
    let region = format!(
        "{outer}for (i = 0; i < 8; i++) {{ s = 0;\n{OVER_THREADS}for (j = 0; j < 8; j++) s += m[i][j];\nb[i] = s;}}"
    );
    assert_eq!(scopes(&region, ""), [ReductionScope::Block]);
}
