//! Edits change what they name and nothing else.

use proptest::prelude::*;

use crate::{Edit, EditError, apply_edits, declaration_start, include_place};

fn edit(start: usize, end: usize, text: &str) -> Edit {
    Edit { start, end, text: text.as_bytes().to_vec() }
}

#[test]
fn without_edits_every_byte_stays() {
    let files: [&[u8]; 6] = [
        b"",
        b"int a;\r\n\tint b;\r\n",
        b"\xef\xbb\xbfint bom;\n",
        b"no final newline",
        b"// caf\xe9 in Latin-1\n",
        b"\0\xff\xfe binary \n\r\n\r",
    ];
    for file in files {
        assert_eq!(apply_edits(file, &[]).as_deref(), Ok(file));
    }
}

#[test]
fn insertions_at_one_place_keep_their_order() {
    let edits = [edit(1, 1, "first "), edit(1, 1, "second ")];
    assert_eq!(apply_edits(b"ab", &edits), Ok(b"afirst second b".to_vec()));
}

#[test]
fn an_insertion_comes_before_a_replacement_that_starts_there() {
    let edits = [edit(1, 2, "B"), edit(1, 1, "+")];
    assert_eq!(apply_edits(b"abc", &edits), Ok(b"a+Bc".to_vec()));
}

#[test]
fn overlaps_and_ranges_beyond_the_text_are_refused() {
    let (first, second) = (edit(0, 2, ""), edit(1, 3, ""));
    assert_eq!(apply_edits(b"abc", &[second.clone(), first.clone()]), Err(EditError::Overlap(first, second)));
    let beyond = edit(2, 4, "");
    assert_eq!(apply_edits(b"abc", std::slice::from_ref(&beyond)), Err(EditError::OutOfRange(beyond)));
    let backwards = Edit { start: 2, end: 1, text: Vec::new() };
    assert!(apply_edits(b"abc", &[backwards]).is_err());
}

/// A text and edits of it that do not overlap: cut points in order, each gap
/// edited or not.
fn text_and_edits() -> impl Strategy<Value = (Vec<u8>, Vec<Edit>)> {
    let text = proptest::collection::vec(any::<u8>(), 0..200);
    let pieces = proptest::collection::vec(
        (0usize..9, 0usize..9, proptest::collection::vec(any::<u8>(), 0..6)),
        0..20,
    );
    (text, pieces).prop_map(|(text, pieces)| {
        let mut at = 0;
        let mut edits = Vec::new();
        for (gap, length, new) in pieces {
            let start = at + gap;
            let end = start + length;
            if end > text.len() {
                break;
            }
            edits.push(Edit { start, end, text: new });
            // One byte apart, so that the order of insertions is never in question.
            at = end + 1;
        }
        (text, edits)
    })
}

proptest! {
    #[test]
    fn only_the_edited_ranges_differ((text, edits) in text_and_edits(), seed in any::<u64>()) {
        let mut shuffled = edits.clone();
        let len = shuffled.len().max(1);
        shuffled.rotate_left((seed as usize) % len);
        let result = apply_edits(&text, &shuffled).unwrap();
        // The oracle: replace from the end, so that offsets before stay right.
        let mut expected = text.clone();
        for edit in edits.iter().rev() {
            expected.splice(edit.start..edit.end, edit.text.iter().copied());
        }
        prop_assert_eq!(result, expected);
    }
}

#[test]
fn includes_go_before_the_first() {
    let place = |text: &str, expected: &str| {
        let at = include_place(text.as_bytes());
        assert_eq!(&text[at..], expected, "in {text}");
    };
    place("// A\n#include <a.h>\nint x;\n", "#include <a.h>\nint x;\n");
    place("/* A\n#include <no.h>\n*/\n\nint x;\n", "int x;\n");
    place("#ifdef A\n#include <a.h>\n#endif\n # include <b.h>\n", " # include <b.h>\n");
    place("#ifdef A\n#include <a.h>\n#endif\nint x;\n", "#ifdef A\n#include <a.h>\n#endif\nint x;\n");
    place("", "");
}

#[test]
fn declarations_begin_with_their_comment_or_behind_another_one() {
    let at = |text: &str| declaration_start(text.as_bytes(), text.find("void").expect("there is one"));
    assert_eq!(at("int a;\n// why\n  void f();"), 7);
    assert_eq!(at("int a;\nint b; void f();"), 14);
    assert_eq!(at("int g() {} void f();"), 11);
    // A word of a macro's that stands for nothing.
    assert_eq!(at("int a;\nEXPORT void f();"), 7);
}
