//! What each preprocessing directive does, and what it says when it cannot.

use super::{DIRECTIVES, Directive, nearest_directive};

#[test]
fn every_directive_is_known_by_its_symbol() {
    let sources = crate::new_sources();
    for (name, directive) in DIRECTIVES {
        let symbol = sources.symbols.lookup(name.as_bytes()).unwrap();
        assert_eq!(Directive::named(symbol), Some(directive), "{name}");
    }
}

#[test]
fn the_nearest_directive_is_offered() {
    assert_eq!(nearest_directive("inclde"), Some("include"));
    assert_eq!(nearest_directive("pragam"), Some("pragma"));
    assert_eq!(nearest_directive("endfi"), Some("endif"));
    assert_eq!(nearest_directive("kernel"), None);
    assert_eq!(nearest_directive("x"), None);
    assert_eq!(nearest_directive(&"long".repeat(1000)), None);
}
