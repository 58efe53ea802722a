//! What an iteration reads before it has set it.

use crate::Input;
use crate::assigned_first::exposed_read;
use crate::fixture::resolved;

/// The text of the first read of `v` that is exposed in a function's body.
fn exposed(body: &str) -> Option<String> {
    let (program, sources) = resolved(&format!(
        "struct P {{ int x, y; struct {{ int a, b; }} in; }} v; int w, n;\nvoid f(int c) {{ {body} }}\n"
    ));
    let function = program.functions.iter().find(|(_, f)| sources.text(f.name) == "f").unwrap().1;
    let var =
        program.vars.iter().find(|(_, var)| var.name.is_some_and(|n| sources.text(n) == "v")).unwrap().0;
    let input = Input::new(&program, &sources);
    let span = exposed_read(&input, function.body.unwrap(), var)?;
    Some(String::from_utf8_lossy(sources.map.text(span)).into_owned())
}

#[test]
fn members_count_one_by_one() {
    assert_eq!(exposed("v.x = 1; v.y = 2; w = v.x + v.y;"), None);
    assert_eq!(exposed("v.x = 1; w = v.x + v.y;").as_deref(), Some("v.y"));
    assert_eq!(exposed("v.in.a = v.in.b = 3; w = v.in.a;"), None);
    assert_eq!(exposed("struct P u; v.x = v.y = v.in.a = v.in.b = 1; u = v;"), None);
    assert_eq!(exposed("struct P u; v.x = v.y = v.in.a = 1; u = v;").as_deref(), Some("v"));
}

#[test]
fn paths_come_together() {
    assert_eq!(exposed("if (c) v.x = 1; else v.x = 2; w = v.x;"), None);
    assert_eq!(exposed("if (c) v.x = 1; w = v.x;").as_deref(), Some("v.x"));
    assert_eq!(exposed("if (c) return; else v.x = 2; w = v.x;"), None);
    assert_eq!(exposed("c && (v.x = 1); w = v.x;").as_deref(), Some("v.x"));
    assert_eq!(exposed("w = c ? (v.x = 1) : (v.x = 2); w = v.x;"), None);
}

#[test]
fn loops_that_may_not_run_assign_nothing() {
    assert_eq!(exposed("for (int i = 0; i < 3; i++) v.x = i; w = v.x;"), None);
    assert_eq!(exposed("for (int i = 0; i < c; i++) v.x = i; w = v.x;").as_deref(), Some("v.x"));
    assert_eq!(exposed("do v.x = 1; while (c--); w = v.x;"), None);
    assert_eq!(exposed("do { if (c) break; v.x = 1; } while (c--); w = v.x;").as_deref(), Some("v.x"));
}

#[test]
fn updates_read_and_addresses_too() {
    assert_eq!(exposed("v.x++;").as_deref(), Some("v.x"));
    assert_eq!(exposed("v.x += 2;").as_deref(), Some("v.x"));
    assert_eq!(exposed("int *p = &v.x; *p = 1;").as_deref(), Some("v.x"));
    assert_eq!(exposed("w = sizeof v.x; v.x = 1;"), None);
}

#[test]
fn jumps_and_switches() {
    assert_eq!(exposed("switch (c) { case 1: v.x = 1; case 2: w = v.x; }").as_deref(), Some("v.x"));
    assert_eq!(exposed("switch (c) { case 1: v.x = 1; w = v.x; break; }"), None);
    assert_eq!(exposed("v.x = 1; if (c) goto there; there: w = v.x;").as_deref(), Some("v.x"));
}
