//! A kernel in a text, with the copies that are made and released right around it.
//!
//! ```c
//! #pragma hicuda global alloc a[0:n-1] copyin     ← above
//! #pragma omp parallel for                        its loop's on the host
//! // warploom: …
//! #pragma hicuda kernel scale
//! …
//! #pragma hicuda kernel_end
//! #pragma hicuda global copyout a[*]              ← below
//! #pragma hicuda global free a                    ← below
//! ```

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::insert::words;

/// The lines of a text, and which kernels begin where.
pub struct KernelLines<'t> {
    lines: Rc<[&'t [u8]]>,
    begins: HashMap<&'t [u8], usize>,
}

impl<'t> KernelLines<'t> {
    /// Looks through a text.
    pub fn of(text: &'t [u8]) -> KernelLines<'t> {
        let lines: Rc<[&[u8]]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        let mut begins = HashMap::new();
        for (at, line) in lines.iter().enumerate() {
            if let [b"kernel", name, ..] = words(line)[..] {
                begins.entry(name).or_insert(at);
            }
        }
        KernelLines { lines, begins }
    }
}

/// A kernel's lines.
pub struct CopiesAround<'t> {
    /// Of the whole text.
    pub lines: Rc<[&'t [u8]]>,
    /// The kernel's first.
    pub begin: usize,
    /// The data directives above it, upwards.
    pub above: Vec<usize>,
    /// And below it.
    pub below: Vec<usize>,
}

impl<'t> CopiesAround<'t> {
    /// Those of a kernel; `None` if it is not in the text.
    pub fn of(text: &'t [u8], kernel: &str) -> Option<CopiesAround<'t>> {
        CopiesAround::among(&KernelLines::of(text), kernel)
    }

    /// The same, of a text that is asked about several kernels.
    pub fn among(text: &KernelLines<'t>, kernel: &str) -> Option<CopiesAround<'t>> {
        let lines = Rc::clone(&text.lines);
        let begin = *text.begins.get(kernel.as_bytes())?;
        let is = |at: usize, word: &[u8]| words(lines[at]).first() == Some(&word);
        let end = (begin..lines.len()).find(|at| is(*at, b"kernel_end"))?;
        // What else may stand between a kernel and its copies.
        let is_beside = |at: &usize| {
            let line = lines[*at].trim_ascii_start();
            [&b"// warploom"[..], b"#pragma omp", b"#pragma acc"].iter().any(|start| line.starts_with(start))
        };
        // What ends the copies of another kernel is not this one's, nor what begins them.
        let acts = |at: usize, actions: [&[u8]; 2]| {
            words(lines[at]).get(1).is_some_and(|word| actions.contains(word))
        };
        let begins = |at: &usize| is(*at, b"shape") || is(*at, b"global") && acts(*at, [b"alloc", b"copyin"]);
        let ends = |at: &usize| is(*at, b"global") && acts(*at, [b"copyout", b"free"]);
        let above = (0..begin).rev().filter(|at| !is_beside(at)).take_while(begins).collect();
        let below = (end + 1..lines.len()).take_while(ends).collect();
        Some(CopiesAround { above, below, lines, begin })
    }

    /// Is every copy made above it, and does it go below? Then all of it can depend on a condition.
    pub fn are_its_own(&self) -> bool {
        let (made, is_made) =
            (self.made(), |at: &usize| words(self.lines[*at]).starts_with(&[b"global", b"alloc"]));
        !made.is_empty() && made == self.released() && self.above.iter().all(is_made)
    }

    /// The arrays of which copies are made above it.
    pub fn made(&self) -> BTreeSet<&'t [u8]> {
        let name = |at: &usize| match words(self.lines[*at])[..] {
            [b"global", b"alloc", name, ..] => Some(name),
            _ => None,
        };
        self.above.iter().filter_map(name).collect()
    }

    /// The arrays of which copies go below it.
    pub fn released(&self) -> BTreeSet<&'t [u8]> {
        let names = |at: &usize| match words(self.lines[*at])[..] {
            [b"global", b"free", ref names @ ..] => names.to_vec(),
            _ => Vec::new(),
        };
        self.below.iter().flat_map(names).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_behind_one_another_have_their_own() {
        let of = |kernel| {
            format!(
                "#pragma hicuda global alloc a[*] copyin\n#pragma hicuda kernel {kernel}\nx;\n\
                 #pragma hicuda kernel_end\n#pragma hicuda global copyout a[*]\n#pragma hicuda global free a\n"
            )
        };
        let text = of("k") + &of("l");
        let around = |kernel| CopiesAround::of(text.as_bytes(), kernel).expect("the kernel is there");
        assert_eq!((around("k").above, around("k").below), (vec![0], vec![4, 5]));
        assert_eq!((around("l").above, around("l").below), (vec![6], vec![10, 11]));
    }

    #[test]
    fn a_comment_between_copies_hides_none() {
        let text = "#pragma hicuda global alloc a[*]\n// warploom: why\n#pragma hicuda global alloc b[0:n-1] copyin\n\
                    #pragma hicuda kernel k\nx;\n#pragma hicuda kernel_end\n#pragma hicuda global free a b\n";
        let around = CopiesAround::of(text.as_bytes(), "k").expect("the kernel is there");
        assert_eq!(around.made(), BTreeSet::from([&b"a"[..], b"b"]));
        assert_eq!(around.made(), around.released());
        assert!(CopiesAround::of(text.as_bytes(), "l").is_none());
    }
}
