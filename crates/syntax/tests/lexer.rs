//! Bytes to tokens: kinds, spellings, flags and places.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use source::FileKind;
use syntax::lexer::Rules;
use syntax::{Punct, TokenFlags, TokenKind, new_sources, well_known};

/// Each token's kind and spelling, without the `Eof`.
fn lex(text: &[u8], rules: Rules) -> Vec<(TokenKind, String)> {
    let mut sources = new_sources();
    let file = sources.map.add("a.c".into(), Arc::from(text), FileKind::User, None).unwrap();
    let tokens = syntax::lex(file, rules, &mut sources);
    assert_eq!(tokens.last().unwrap().kind, TokenKind::Eof);
    let rest = &tokens[..tokens.len() - 1];
    rest.iter().map(|t| (t.kind, sources.text(t.symbol).into_owned())).collect()
}

fn gnu() -> Rules {
    Rules { raw_strings: true, ..Rules::default() }
}

fn expect(text: &str, kind: TokenKind, spellings: &[&str]) {
    let expected: Vec<_> = spellings.iter().map(|s| (kind, s.to_string())).collect();
    assert_eq!(lex(text.as_bytes(), gnu()), expected, "{text}");
}

#[test]
fn every_kind_in_every_form() {
    expect(
        "a _b9 $c d$ \u{e9}t\u{e9} \\u00e9",
        TokenKind::Ident,
        &["a", "_b9", "$c", "d$", "\u{e9}t\u{e9}", "\u{e9}"],
    );
    expect(
        "1 .5 1.e+5 0x1p-3f 1..2 0b1 1e 1_a",
        TokenKind::Number,
        &["1", ".5", "1.e+5", "0x1p-3f", "1..2", "0b1", "1e", "1_a"],
    );
    expect(
        r#""a" "" "\"" L"b" u"c" U"d" u8"e" "\\""#,
        TokenKind::String,
        &[r#""a""#, r#""""#, r#""\"""#, r#"L"b""#, r#"u"c""#, r#"U"d""#, r#"u8"e""#, r#""\\""#],
    );
    expect("R\"(a\n\")\" LR\"x(a)\"b)x\"", TokenKind::String, &["R\"(a\n\")\"", "LR\"x(a)\"b)x\""]);
    expect(
        r"'a' '\'' L'b' u'c' U'd' 'ab' ''",
        TokenKind::Char,
        &["'a'", r"'\''", "L'b'", "u'c'", "U'd'", "'ab'", "''"],
    );
    expect("@ ` \\ \"open", TokenKind::Unknown, &["@", "`", "\\", "\"open"]);
    expect("R\"(open", TokenKind::Unknown, &["R\"(open"]);
}

#[test]
fn punctuators_are_as_long_as_they_can_be() {
    for punct in Punct::ALL {
        let launches = matches!(punct, Punct::LaunchOpen | Punct::LaunchClose);
        let rules = Rules { launches, ..gnu() };
        let expected = (TokenKind::Punct(punct), punct.text().to_owned());
        assert_eq!(lex(punct.text().as_bytes(), rules), [expected]);
        assert_eq!(new_sources().text(punct.symbol()), punct.text());
    }
    for (text, punct) in well_known::DIGRAPHS {
        assert_eq!(lex(text.as_bytes(), gnu()), [(TokenKind::Punct(punct), text.to_owned())]);
    }
    let spellings =
        |text: &str| lex(text.as_bytes(), gnu()).into_iter().map(|t| t.1).collect::<Vec<_>>().join(" ");
    assert_eq!(spellings("a+++++b"), "a ++ ++ + b");
    assert_eq!(spellings("x>>=y<<=z"), "x >>= y <<= z");
    assert_eq!(spellings("1...2"), "1...2");
    assert_eq!(spellings("a....b"), "a ... . b");
    assert_eq!(spellings("%:%:%:"), "%:%: %:");
    assert_eq!(spellings("%:%"), "%: %");
}

#[test]
fn comments_and_lines_are_flags() {
    let mut sources = new_sources();
    let text = b"\xef\xbb\xbfa b/**/c\r\n  d // x\\\ny\n/* \n */ e";
    let file = sources.map.add("a.c".into(), Arc::from(&text[..]), FileKind::User, None).unwrap();
    let tokens = syntax::lex(file, gnu(), &mut sources);
    let seen: Vec<_> = tokens
        .iter()
        .map(|t| {
            let line = if t.flags.has(TokenFlags::LINE_START) { "^" } else { "" };
            let space = if t.flags.has(TokenFlags::SPACE_BEFORE) { "_" } else { "" };
            format!("{line}{space}{}", String::from_utf8_lossy(sources.map.text(t.span)))
        })
        .collect();
    assert_eq!(seen, ["^a", "_b", "_c", "^_d", "^_e", ""]);
}

#[test]
fn trigraphs_only_where_asked_for() {
    let strict = Rules { trigraphs: true, ..Rules::default() };
    let spellings =
        |rules| lex(b"a??(1??) ??= \"??/n\" x??/\ny", rules).into_iter().map(|t| t.1).collect::<Vec<_>>();
    assert_eq!(spellings(strict), ["a", "[", "1", "]", "#", "\"\\n\"", "xy"]);
    assert_eq!(spellings(gnu()).len(), 17);
}

#[test]
fn stray_bytes_are_single_tokens() {
    let noise = lex(b"\x80\xff\x01a\xc3", gnu());
    let kinds: Vec<_> = noise.iter().map(|t| t.0).collect();
    use TokenKind::{Ident, Unknown};
    assert_eq!(kinds, [Unknown, Unknown, Unknown, Ident, Unknown]);
}
