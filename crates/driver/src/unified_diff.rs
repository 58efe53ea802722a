//! Changes as a unified diff, made from the edits themselves.
//!
//! ```text
//! --- a.c
//! +++ a.c
//! @@ -3,3 +3,3 @@
//!  #pragma hicuda kernel k tblock(4) thread(64)
//! -#pragma hicuda loop_partition over_thread
//! +#pragma hicuda loop_partition over_thread reduction(+:s)
//!  for (i = 0; i < n; i++)
//! ```

use std::ops::Range;

use source::{Edit, apply_edits};

/// Lines shown around a change.
const CONTEXT: usize = 3;

/// The diff between a text and the text with the edits applied.
pub fn unified_diff(name: &str, text: &[u8], edits: &[Edit]) -> Vec<u8> {
    titled_diff(name, text, &[(String::new(), edits.to_vec())])
}

/// The same for edits that have a reason each: a hunk is headed by the reason
/// of its first edit.
pub fn titled_diff(name: &str, text: &[u8], groups: &[(String, Vec<Edit>)]) -> Vec<u8> {
    let edits: Vec<Edit> = groups.iter().flat_map(|(_, edits)| edits.iter().cloned()).collect();
    let title = |bytes: Range<usize>| {
        let inside = |edit: &&Edit| bytes.start <= edit.start && edit.start < bytes.end.max(bytes.start + 1);
        let starts = |edits: &[Edit]| edits.iter().filter(inside).map(|edit| edit.start).min();
        let first = groups.iter().filter_map(|(title, edits)| Some((starts(edits)?, title)));
        first.min().map_or("", |(_, title)| title.as_str())
    };
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let changes = changes(&lines, &edits);
    let offset = |line: usize| lines[..line].iter().map(|line| line.len()).sum::<usize>();
    let mut out = format!("--- {name}\n+++ {name}\n").into_bytes();
    let mut grown = 0isize;
    let mut at = 0;
    while at < changes.len() {
        let mut end = at + 1;
        while end < changes.len() && changes[end].old.start <= changes[end - 1].old.end + 2 * CONTEXT {
            end += 1;
        }
        let bytes = offset(changes[at].old.start)..offset(changes[end - 1].old.end);
        grown += hunk(&lines, &changes[at..end], grown, title(bytes), &mut out);
        at = end;
    }
    out
}

/// Lines of the old text and what replaces them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which lines, counted from zero.
    pub old: Range<usize>,
    /// The new ones, each with its end.
    pub new: Vec<Vec<u8>>,
}

/// The edits as changes of whole lines, in the order of the text.
pub fn line_changes(text: &[u8], edits: &[Edit]) -> Vec<Change> {
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    changes(&lines, edits)
}

/// The edits by line, those that share a line together.
fn changes(lines: &[&[u8]], edits: &[Edit]) -> Vec<Change> {
    let mut starts = vec![0];
    for line in lines {
        starts.push(starts.last().copied().unwrap_or(0) + line.len());
    }
    // Behind a last line without a line feed is still that line.
    if lines.last().is_some_and(|line| !line.ends_with(b"\n")) {
        starts.pop();
    }
    let line_of = |offset: usize| starts.partition_point(|start| *start <= offset).saturating_sub(1);
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.start, edit.end));
    let mut groups: Vec<(Range<usize>, Vec<Edit>)> = Vec::new();
    for edit in sorted {
        let whole_lines = starts.contains(&edit.start)
            && starts.contains(&edit.end)
            && (edit.text.is_empty() || edit.text.ends_with(b"\n"));
        let first = line_of(edit.start).min(lines.len());
        let last = if whole_lines { line_of(edit.end).min(lines.len()) } else { line_of(edit.end) + 1 };
        let range = first..last.clamp(first, lines.len());
        match groups.last_mut() {
            Some((before, edits)) if range.start < before.end => {
                before.end = before.end.max(range.end);
                edits.push(edit.clone());
            }
            _ => groups.push((range, vec![edit.clone()])),
        }
    }
    let all = groups.into_iter().map(|(old, edits)| change(lines, &starts, old, edits));
    let mut changes: Vec<Change> = Vec::new();
    for change in all.map(|change| change.trimmed(lines)) {
        match changes.last_mut() {
            _ if change.old.is_empty() && change.new.is_empty() => {}
            Some(before) if before.old.end == change.old.start => {
                before.old.end = change.old.end;
                before.new.extend(change.new);
            }
            _ => changes.push(change),
        }
    }
    changes
}

impl Change {
    /// Without the lines at its ends that stay the same.
    fn trimmed(mut self, lines: &[&[u8]]) -> Change {
        while self.new.first().is_some_and(|new| lines[self.old.clone()].first() == Some(&new.as_slice())) {
            self.new.remove(0);
            self.old.start += 1;
        }
        while self.new.last().is_some_and(|new| lines[self.old.clone()].last() == Some(&new.as_slice())) {
            self.new.pop();
            self.old.end -= 1;
        }
        self
    }
}

fn change(lines: &[&[u8]], starts: &[usize], old: Range<usize>, edits: Vec<Edit>) -> Change {
    let offset = starts.get(old.start).copied().unwrap_or(0);
    let text = lines[old.clone()].concat();
    let local: Vec<Edit> = edits
        .into_iter()
        .map(|edit| Edit { start: edit.start - offset, end: edit.end - offset, text: edit.text })
        .collect();
    let new = apply_edits(&text, &local).unwrap_or(text);
    Change { old, new: new.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect() }
}

/// Prints changes that share their context; returns by how many lines the text
/// grows.
fn hunk(lines: &[&[u8]], changes: &[Change], grown: isize, title: &str, out: &mut Vec<u8>) -> isize {
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return 0 };
    let from = first.old.start.saturating_sub(CONTEXT);
    let to = (last.old.end + CONTEXT).min(lines.len());
    let removed: usize = changes.iter().map(|change| change.old.len()).sum();
    let added: usize = changes.iter().map(|change| change.new.len()).sum();
    let (old_count, new_count) = (to - from, to - from - removed + added);
    let new_start = (from as isize + grown) as usize + 1;
    let gap = if title.is_empty() { "" } else { " " };
    out.extend(format!("@@ -{},{old_count} +{new_start},{new_count} @@{gap}{title}\n", from + 1).bytes());
    let mut at = from;
    for change in changes {
        lines[at..change.old.start].iter().for_each(|line| put(b' ', line, out));
        lines[change.old.clone()].iter().for_each(|line| put(b'-', line, out));
        change.new.iter().for_each(|line| put(b'+', line, out));
        at = change.old.end;
    }
    lines[at..to].iter().for_each(|line| put(b' ', line, out));
    added as isize - removed as isize
}

fn put(mark: u8, line: &[u8], out: &mut Vec<u8>) {
    out.push(mark);
    out.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        out.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}

#[cfg(test)]
#[path = "unified_diff_tests.rs"]
mod unified_diff_tests;
