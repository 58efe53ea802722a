//! Hunks, their numbers, and changes that share them.

use source::Edit;

use super::unified_diff;

fn diff(text: &str, edits: &[(usize, usize, &str)]) -> String {
    let edits: Vec<Edit> = edits
        .iter()
        .map(|(start, end, new)| Edit { start: *start, end: *end, text: new.as_bytes().into() })
        .collect();
    String::from_utf8(unified_diff("a.c", text.as_bytes(), &edits)).unwrap()
}

#[test]
fn a_word_in_a_line() {
    let text = "one\ntwo\nthree\nfour\nfive\n";
    let expected = "--- a.c\n+++ a.c\n@@ -1,5 +1,5 @@\n one\n-two\n+two!\n three\n four\n five\n";
    assert_eq!(diff(text, &[(7, 7, "!")]), expected);
}

#[test]
fn a_line_put_before_another() {
    let expected = "--- a.c\n+++ a.c\n@@ -1,2 +1,3 @@\n one\n+new\n two\n";
    assert_eq!(diff("one\ntwo\n", &[(4, 4, "new\n")]), expected);
}

#[test]
fn far_changes_are_hunks_of_their_own() {
    let text: String = (0..20).map(|n| format!("{n:02}\n")).collect();
    let out = diff(&text, &[(0, 0, "new\n"), (57, 59, "xx")]);
    let heads: Vec<&str> = out.lines().filter(|line| line.starts_with("@@")).collect();
    assert_eq!(heads, ["@@ -1,3 +1,4 @@", "@@ -17,4 +18,4 @@"]);
}

#[test]
fn a_text_without_a_last_line_feed() {
    let expected = "--- a.c\n+++ a.c\n@@ -1,1 +1,1 @@\n-one\n\\ No newline at end of file\n+one!\n\\ No newline at end of file\n";
    assert_eq!(diff("one", &[(3, 3, "!")]), expected);
}
