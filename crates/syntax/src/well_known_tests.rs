//! The names the preprocessor knows have the symbols it expects.

use super::*;

#[test]
fn symbols_are_numbered_as_the_table_says() {
    let sources = crate::new_sources();
    let names = [
        (DEFINE, "define"),
        (UNASSERT, "unassert"),
        (DEFINED, "defined"),
        (VA_ARGS, "__VA_ARGS__"),
        (VA_OPT, "__VA_OPT__"),
        (PRAGMA_OPERATOR, "_Pragma"),
        (FILE, "__FILE__"),
        (LINE_MACRO, "__LINE__"),
        (TIMESTAMP, "__TIMESTAMP__"),
        (HAS_INCLUDE, "__has_include"),
        (HAS_BUILTIN, "__has_builtin"),
        (ONCE, "once"),
        (HICUDA, "hicuda"),
        (CUDALITE, "cudalite"),
        (REDEFINE_EXTNAME, "redefine_extname"),
    ];
    for (symbol, text) in names {
        assert_eq!(sources.text(symbol), text);
    }
    assert_eq!(sources.text(Symbol(FIRST_NAME + NAMES.len() as u32 - 1)), NAMES[NAMES.len() - 1]);
    for (index, punct) in Punct::ALL.iter().enumerate() {
        assert_eq!(*punct as usize, index);
    }
}
