//! Which characters beyond ASCII may stand in an identifier: Annex D of C11.
//!
//! They come as UTF-8 (`é`) or as universal character names (`\u00e9`); both
//! spell the same identifier. Bytes that are not UTF-8 belong to none.

/// The length of the UTF-8 character at `at` if an identifier may begin with it.
pub(super) fn initial(text: &[u8], at: usize) -> Option<usize> {
    decode(text, at).filter(|&(c, _)| may_begin(c)).map(|(_, length)| length)
}

/// The length of the UTF-8 character at `at` if an identifier may go on with it.
pub(super) fn continuing(text: &[u8], at: usize) -> Option<usize> {
    decode(text, at).filter(|&(c, _)| may_continue(c)).map(|(_, length)| length)
}

/// The character and the length of `\uXXXX` or `\UXXXXXXXX` at `at`.
pub(super) fn universal_name(text: &[u8], at: usize) -> Option<(char, usize)> {
    let digits = match text.get(at..at + 2)? {
        b"\\u" => 4,
        b"\\U" => 8,
        _ => return None,
    };
    let mut code = 0u32;
    for &digit in text.get(at + 2..at + 2 + digits)? {
        code = code.checked_mul(16)? + (digit as char).to_digit(16)?;
    }
    Some((char::from_u32(code)?, 2 + digits))
}

/// The identifier with its universal character names written as UTF-8, which
/// is the spelling its symbol has.
pub(super) fn in_utf8(spelling: &[u8]) -> Vec<u8> {
    let mut name = Vec::with_capacity(spelling.len());
    let mut at = 0;
    while at < spelling.len() {
        match universal_name(spelling, at) {
            Some((c, length)) => {
                name.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                at += length;
            }
            None => {
                name.push(spelling[at]);
                at += 1;
            }
        }
    }
    name
}

pub(super) fn may_begin(c: char) -> bool {
    may_continue(c) && !contains(&NOT_FIRST, c)
}

pub(super) fn may_continue(c: char) -> bool {
    contains(&ALLOWED, c)
}

fn contains(ranges: &[(u32, u32)], c: char) -> bool {
    ranges.iter().any(|&(low, high)| (low..=high).contains(&(c as u32)))
}

fn decode(text: &[u8], at: usize) -> Option<(char, usize)> {
    let rest = text.get(at..)?;
    let length = match rest.first()? {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let c = std::str::from_utf8(rest.get(..length)?).ok()?.chars().next()?;
    Some((c, length))
}

/// C11 D.1.
static ALLOWED: [(u32, u32); 45] = [
    (0xa8, 0xa8),
    (0xaa, 0xaa),
    (0xad, 0xad),
    (0xaf, 0xaf),
    (0xb2, 0xb5),
    (0xb7, 0xba),
    (0xbc, 0xbe),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0xff),
    (0x100, 0x167f),
    (0x1681, 0x180d),
    (0x180f, 0x1fff),
    (0x200b, 0x200d),
    (0x202a, 0x202e),
    (0x203f, 0x2040),
    (0x2054, 0x2054),
    (0x2060, 0x206f),
    (0x2070, 0x218f),
    (0x2460, 0x24ff),
    (0x2776, 0x2793),
    (0x2c00, 0x2dff),
    (0x2e80, 0x2fff),
    (0x3004, 0x3007),
    (0x3021, 0x302f),
    (0x3031, 0x303f),
    (0x3040, 0xd7ff),
    (0xf900, 0xfd3d),
    (0xfd40, 0xfdcf),
    (0xfdf0, 0xfe44),
    (0xfe47, 0xfffd),
    (0x10000, 0x1fffd),
    (0x20000, 0x2fffd),
    (0x30000, 0x3fffd),
    (0x40000, 0x4fffd),
    (0x50000, 0x5fffd),
    (0x60000, 0x6fffd),
    (0x70000, 0x7fffd),
    (0x80000, 0x8fffd),
    (0x90000, 0x9fffd),
    (0xa0000, 0xafffd),
    (0xb0000, 0xbfffd),
    (0xc0000, 0xcfffd),
    (0xd0000, 0xdfffd),
    (0xe0000, 0xefffd),
];

/// C11 D.2: combining marks.
static NOT_FIRST: [(u32, u32); 4] = [(0x300, 0x36f), (0x1dc0, 0x1dff), (0x20d0, 0x20ff), (0xfe20, 0xfe2f)];
