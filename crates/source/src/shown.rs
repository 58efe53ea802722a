//! Names of files, made safe to show.
//!
//! A file may be called `a\x1b]0;…` or hold a line feed: a terminal must not obey it,
//! and a log must not find a line of its own in it.
//!
//! ```text
//! a.c              a.c
//! new<LF>line.c    new\nline.c
//! red<ESC>[31m.c   red\u{1b}[31m.c
//! ```

use std::path::Path;

/// The name as text without control characters.
pub fn shown(path: &Path) -> String {
    escaped(&path.to_string_lossy())
}

/// A text without control characters, on one line.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        // Marks that turn the direction of a text can make a name look like another.
        let turns = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        match character.is_control() || turns {
            true => out.extend(character.escape_default()),
            false => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(escaped("a b/ü.c"), "a b/ü.c");
        assert_eq!(escaped("a\nb\x1b[31m\u{9b}\u{202e}"), r"a\nb\u{1b}[31m\u{9b}\u{202e}");
    }
}
