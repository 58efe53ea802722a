//! What happens to scalars at the boundary of a kernel.

use crate::ScalarClass;
use crate::fixture::{analyzed, in_kernel};

fn classes(region: &str) -> Vec<(String, ScalarClass)> {
    let found = analyzed(&in_kernel("tblock(2) thread(4)", region));
    let kernel = found.kernel();
    let name = |var| found.name(&crate::Place::var(var));
    kernel.scalars.iter().map(|used| (name(used.var), used.class)).collect()
}

fn messages(region: &str, after: &str) -> Vec<String> {
    let text = in_kernel("tblock(2) thread(4)", region);
    let end = text.rfind('}').unwrap();
    analyzed(&format!("{}{after} }}", &text[..end])).messages()
}

const PARTITION: &str = "#pragma hicuda loop_partition over_tblock over_thread\n";

#[test]
fn read_written_and_both() {
    let region = format!("{PARTITION}for (i = 0; i < n; i++) {{ s = a[i]; b[i] = s * x; }}");
    let found = classes(&region);
    let class = |name: &str| found.iter().find(|(n, _)| n == name).map(|(_, class)| *class);
    assert_eq!(class("n"), Some(ScalarClass::ByValue));
    assert_eq!(class("x"), Some(ScalarClass::ByValue));
    assert_eq!(class("s"), Some(ScalarClass::Private));
    assert_eq!(class("i"), Some(ScalarClass::Private));
    let found = classes("n = n / 2; a[1] = n;");
    assert_eq!(found, [("n".to_owned(), ScalarClass::ByValueModified)]);
}

#[test]
fn a_value_used_afterwards_is_lost() {
    let found = messages("s = a[3];", "b[0] = s;");
    assert_eq!(found, ["E0504 7 the value this kernel gives to `s` is lost"]);
    assert_eq!(messages("s = a[3];", "s = 1; b[0] = s;"), [""; 0]);
    let global = messages("s = a[3];", "");
    assert_eq!(global, [""; 0]);
}

#[test]
fn a_conditionally_assigned_local_is_not_live_in() {
    let region = format!(
        "{PARTITION}for (i = 0; i < n; i++) {{ float q; if (a[i] > 0) q = 1; if (a[i] > 0) b[i] = q; }}"
    );
    assert_eq!(messages(&region, ""), [""; 0]);
}

#[test]
fn iterations_that_depend_on_each_other() {
    let carried = "iterations of this partitioned loop depend on each other through";
    let region = format!("{PARTITION}for (i = 0; i < n; i++) {{ b[i] = s; s = a[i]; }}");
    assert_eq!(messages(&region, ""), [format!("E0505 8 {carried} `s`")]);
    let region = format!("s = 0; {PARTITION}for (i = 0; i < n; i++) s += a[i];\n b[0] = s;");
    assert_eq!(messages(&region.replace("s = 0; ", "s = 0;\n"), ""), [format!("E0505 9 {carried} `s`")]);
    let region = "#pragma hicuda loop_partition over_tblock over_thread reduction(+:s)\nfor (i = 0; i < n; i++) s += a[i];";
    assert_eq!(messages(region, "b[0] = s;"), [""; 0]);
}

#[test]
fn nothing_is_left_after_a_partitioned_loop() {
    let region = format!("{PARTITION}for (i = 0; i < n; i++) a[i] = 0;\nb[0] = i;");
    assert_eq!(
        messages(&region, ""),
        ["E0524 9 `i` is the index of a partitioned loop and has no value after it"]
    );
    let region = format!("{PARTITION}for (i = 0; i < n; i++) {{ s = i; a[i] = s; }}\nb[0] = s;");
    assert_eq!(messages(&region, ""), ["E0524 9 `s` has no single value after the partitioned loop"]);
}
