//! Escapes and encodings of character constants and strings.

use super::*;

fn units(spelling: &str) -> Vec<u32> {
    let (encoding, body) = split(spelling.as_bytes());
    let (units, faults) = decode(body, encoding);
    assert_eq!(faults, [], "{spelling}");
    units
}

#[test]
fn escapes() {
    assert_eq!(units(r#""a\n\0b""#), [97, 10, 0, 98]);
    assert_eq!(units(r#""\x41\101\1018""#), [0x41, 0x41, 0x41, 56]);
    assert_eq!(units(r"'\''"), [39]);
    assert_eq!(units(r#""\e\?\\""#), [27, 63, 92]);
}

#[test]
fn encodings() {
    assert_eq!(units("\"é\""), [0xc3, 0xa9]);
    assert_eq!(units("L\"é\""), [0xe9]);
    assert_eq!(units("u\"😀\""), [0xd83d, 0xde00]);
    assert_eq!(units("U\"😀\""), [0x1f600]);
    assert_eq!(units(r#""\u00e9""#), [0xc3, 0xa9]);
    assert_eq!(units(r#"L"\u00e9""#), [0xe9]);
    assert_eq!(decode(b"\xe9x", Encoding::Wide).0, [0xe9, 120]);
}

#[test]
fn faults() {
    let faults = |body: &str| decode(body.as_bytes(), Encoding::Plain).1;
    assert_eq!(faults(r"\q"), [Fault::Unknown('q')]);
    assert_eq!(faults(r"\x"), [Fault::Digits]);
    assert_eq!(faults(r"\u12"), [Fault::Digits]);
    assert_eq!(faults(r"\x123"), [Fault::TooLarge]);
}
