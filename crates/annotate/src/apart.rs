//! Kernels whose arrays may be one array in some call, or may overlap: whether they do is asked where they are launched,
//! and the host keeps the loop if they do.
//!
//! ```c
//! #pragma hicuda when(&a[n-1] < &b[0] || &b[n-1] < &a[0]) global alloc a[0:n-1] copyin
//! #pragma hicuda when(&a[n-1] < &b[0] || &b[n-1] < &a[0]) global alloc b[0:n-1]
//! #pragma hicuda when(&a[n-1] < &b[0] || &b[n-1] < &a[0]) kernel copied
//! …
//! ```
//! Without the question the program would stop there, since the device has each array for itself. It can be asked where
//! the copies stand right around the kernel: with arrays that stay on the device the host could not go on.

use std::collections::BTreeSet;

use crate::copies_around::CopiesAround;
use crate::insert::words;

/// More questions than these make lines that nobody reads.
const MOST_PAIRS: usize = 3;

/// A copy of a section of one dimension.
struct Section<'t> {
    name: &'t str,
    first: &'t str,
    last: &'t str,
    /// Does the kernel write it?
    is_written: bool,
}

/// What holds if no copy of these arrays overlaps one that the kernel writes; `None` if that cannot be asked.
pub fn condition(text: &[u8], kernel: &str, arrays: &BTreeSet<String>) -> Option<String> {
    let around = CopiesAround::of(text, kernel).filter(CopiesAround::are_its_own)?;
    let written: BTreeSet<&[u8]> = around
        .below
        .iter()
        .filter_map(|at| match words(around.lines[*at])[..] {
            [b"global", b"copyout", name, ..] => Some(name),
            _ => None,
        })
        .collect();
    let mut sections = Vec::new();
    for at in around.above.iter().rev() {
        let [b"global", b"alloc", name, ..] = words(around.lines[*at])[..] else { continue };
        let name = std::str::from_utf8(name).ok()?;
        if arrays.contains(name) {
            let (first, last) = bounds(std::str::from_utf8(around.lines[*at]).ok()?, name)?;
            sections.push(Section { name, first, last, is_written: written.contains(name.as_bytes()) });
        }
    }
    let mut pairs = Vec::new();
    for (at, a) in sections.iter().enumerate() {
        let others = sections[at + 1..].iter().filter(|b| a.is_written || b.is_written);
        pairs.extend(others.map(|b| format!("{} || {}", a.ends_before(b), b.ends_before(a))));
    }
    match pairs.as_slice() {
        [only] => Some(only.clone()),
        [] => None,
        several if several.len() > MOST_PAIRS => None,
        several => Some(several.iter().map(|pair| format!("({pair})")).collect::<Vec<_>>().join(" && ")),
    }
}

/// Both conditions.
pub fn and(one: &str, other: &str) -> String {
    let in_parentheses = |condition: &str| match is_choice(condition) {
        true => format!("({condition})"),
        false => condition.to_owned(),
    };
    format!("{} && {}", in_parentheses(one), in_parentheses(other))
}

/// Is it one thing or another, as a whole?
fn is_choice(condition: &str) -> bool {
    let mut depth = 0;
    condition.bytes().zip(condition.bytes().skip(1)).any(|pair| {
        depth += i32::from(pair.0 == b'(') - i32::from(pair.0 == b')');
        depth == 0 && pair == (b'|', b'|')
    })
}

impl Section<'_> {
    fn ends_before(&self, other: &Section<'_>) -> String {
        format!("&{}[{}] < &{}[{}]", self.name, self.last, other.name, other.first)
    }
}

/// First and last element of `alloc name[first:last]`; `None` for several dimensions.
fn bounds<'t>(line: &'t str, name: &str) -> Option<(&'t str, &'t str)> {
    let start = format!(" {name}[");
    let rest = &line[line.rfind(&start)? + start.len()..];
    let mut depth = 0;
    let (mut colon, mut end) = (None, None);
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b']' if depth == 0 => {
                end = Some(at);
                break;
            }
            b')' | b']' => depth -= 1,
            b':' if depth == 0 => colon = Some(at),
            // Its second colon would be taken for the section's.
            b'?' => return None,
            _ => {}
        }
    }
    let (colon, end) = (colon?, end?);
    let is_last = !rest[end + 1..].starts_with('[');
    is_last.then(|| (rest[..colon].trim(), rest[colon + 1..end].trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thresholds;

    const TEXT: &str = "#pragma hicuda global alloc s->in[0:m*(n+1)-1] copyin\n#pragma hicuda global alloc out[n:2*n]\n\
                        #pragma hicuda global alloc c[0:1] copyin\n#pragma hicuda kernel k\nx;\n#pragma hicuda kernel_end\n\
                        #pragma hicuda global copyout out[*]\n#pragma hicuda global free s->in out c\n";

    fn of(text: &str, arrays: &[&str]) -> Option<String> {
        condition(text.as_bytes(), "k", &arrays.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn copies_that_are_only_read_may_overlap() {
        let pair = "&s->in[m*(n+1)-1] < &out[n] || &out[2*n] < &s->in[0]";
        assert_eq!(of(TEXT, &["s->in", "out"]).as_deref(), Some(pair));
        let all = of(TEXT, &["s->in", "out", "c"]);
        assert_eq!(all, Some(format!("({pair}) && (&out[2*n] < &c[0] || &c[1] < &out[n])")));
        assert_eq!(of(TEXT, &["s->in", "c"]), None);
        assert_eq!(and(pair, "n >= 9"), format!("({pair}) && n >= 9"));
        assert_eq!(and("(a || b) && c", "(d) || e"), "(a || b) && c && ((d) || e)");
    }

    #[test]
    fn what_is_asked_already_is_asked_the_same_way() {
        let arrays = ["s->in", "out"];
        let condition = of(TEXT, &arrays).expect("it can be asked");
        let asked = thresholds::written(TEXT.as_bytes(), "k", &condition).expect("it can be written");
        assert_eq!(of(std::str::from_utf8(&asked).expect("a text"), &arrays), Some(condition));
    }

    #[test]
    fn several_dimensions_and_copies_elsewhere_are_not_asked_about() {
        assert_eq!(of(&TEXT.replace("out[n:2*n]", "out[n:2*n][0:m-1]"), &["s->in", "out"]), None);
        assert_eq!(of(&TEXT.replace("free s->in out c", "free out c"), &["s->in", "out"]), None);
    }
}
