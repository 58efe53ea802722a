//! Programs whose only directives are `kernel` and `loop_partition` without anything that says how.
//!
//! They are annotated as if they had none, by marks that keep each kernel where it is. A line of a mark
//! stays as an empty line meanwhile, so that lines have their numbers; what is written at last
//! has the completed directive in its place.

use annotate::marks::Mark;
use source::Edit;

/// What `loop_partition` may say and still leave the rest open.
const PLACES: [&str; 2] = ["over_tblock", "over_thread"];

/// What directives within lines begin with: they say more than a mark.
const PRAGMA_OPERATOR: &[u8] = b"_Pragma(\"hicuda ";

/// A text with its marks taken out.
pub(crate) struct Marked {
    /// The same lines, those of marks empty.
    pub text: Vec<u8>,
    /// Which lines are, from 0.
    lines: Vec<usize>,
    /// What they said.
    pub marks: Vec<Mark>,
}

/// The marks of a file; `None` where a directive says more.
pub(crate) fn marks(name: &str, original: &[u8]) -> Option<Marked> {
    let mut marked = Marked { text: Vec::new(), lines: Vec::new(), marks: Vec::new() };
    let mut pending: Vec<Vec<&str>> = Vec::new();
    let mut is_open = false;
    let mut is_ours = false;
    if original.windows(PRAGMA_OPERATOR.len()).any(|text| text == PRAGMA_OPERATOR) {
        return None;
    }
    for (at, line) in original.split_inclusive(|&b| b == b'\n').enumerate() {
        let text = std::str::from_utf8(line).unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let ["#pragma", "hicuda", directive @ ..] = words.as_slice() else {
            if !pending.is_empty() {
                text.trim_start().starts_with("for").then_some(())?;
                take(&mut pending, &mut marked.marks, &mut is_open, (name, at + 1))?;
            }
            is_ours =
                text.trim_start().strip_prefix("// ").is_some_and(|text| text.starts_with(annotate::REASON));
            marked.text.extend_from_slice(line);
            continue;
        };
        match directive {
            // What `annotate` itself wrote says all that it has to.
            ["kernel", ..] if is_ours => return None,
            ["kernel", _] if !is_open => pending.push(directive.to_vec()),
            ["loop_partition", places @ ..] if places.iter().all(|word| PLACES.contains(word)) => {
                pending.push(directive.to_vec());
            }
            ["kernel_end"] if is_open && pending.is_empty() => is_open = false,
            _ => return None,
        }
        marked.lines.push(at);
        marked.text.push(b'\n');
    }
    (pending.is_empty() && !is_open).then_some(marked)
}

/// The directives above a loop.
fn take(
    pending: &mut Vec<Vec<&str>>,
    marks: &mut Vec<Mark>,
    is_open: &mut bool,
    (file, line): (&str, usize),
) -> Option<()> {
    for directive in pending.drain(..) {
        match directive.as_slice() {
            ["kernel", name] => {
                *is_open = true;
                let (file, name) = (file.to_owned(), (*name).to_owned());
                marks.push(Mark { file, line, name, loops: Vec::new() });
            }
            [_, places @ ..] if *is_open => {
                let places = places.iter().map(|&word| word.to_owned()).collect();
                marks.last_mut()?.loops.push((line, places));
            }
            _ => return None,
        }
    }
    Some(())
}

impl Marked {
    /// The annotated text without the empty lines, and how it comes from the original.
    pub(crate) fn completed(&self, original: &[u8], annotated: &[u8]) -> (Vec<u8>, Vec<Edit>) {
        let split = |text: &'_ [u8]| -> Vec<Vec<u8>> {
            text.split_inclusive(|&b| b == b'\n').map(<[u8]>::to_vec).collect()
        };
        let (empty, lines) = (split(&self.text), split(original));
        let (mut at, mut offset) = (0, 0);
        let (mut text, mut edits) = (Vec::new(), Vec::<Edit>::new());
        for line in annotated.split_inclusive(|&b| b == b'\n') {
            if empty.get(at).map(Vec::as_slice) != Some(line) {
                text.extend_from_slice(line);
                edits.push(Edit { start: offset, end: offset, text: line.to_vec() });
                continue;
            }
            let end = offset + lines[at].len();
            match self.lines.contains(&at) {
                true => edits.push(Edit { start: offset, end, text: Vec::new() }),
                false => text.extend_from_slice(line),
            }
            (at, offset) = (at + 1, end);
        }
        (text, edits)
    }
}
