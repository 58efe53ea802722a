//! Any bytes are cut into tokens without a panic, and the tokens' spans lie
//! in order inside the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use source::FileKind;

fuzz_target!(|bytes: &[u8]| {
    let mut sources = syntax::new_sources();
    let Some(file) = sources.map.add("fuzz.c".into(), bytes.into(), FileKind::User, None) else { return };
    let rules = syntax::lexer::Rules { launches: true, raw_strings: true, ..Default::default() };
    let mut at = 0;
    for token in syntax::lex(file, rules, &mut sources) {
        assert!(token.span.lo >= at && token.span.hi >= token.span.lo);
        assert!(token.span.hi <= sources.map.file(file).end());
        at = token.span.hi;
    }
});
