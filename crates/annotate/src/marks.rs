//! Loops that a person marked as kernels, and left the rest to us.
//!
//! ```c
//! #pragma hicuda kernel product                              ← kept: the name and the place,
//! #pragma hicuda loop_partition over_tblock over_thread      ← and who shares which loops
//! for (i = 0; i < n; i++)
//! ```
//! becomes `kernel product thread(16, 16)` and `loop_partition over_tblock over_thread jam(8)`: the
//! choices are those of any other nest, as far as they agree with what was written.

use source::{Edit, Sources};

use crate::plan::{Choice, Kernel, Nest, Plan};

/// A kernel as it was marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The file, as it was named.
    pub file: String,
    /// The line of the loop under the `kernel` directive.
    pub line: usize,
    /// The kernel's name.
    pub name: String,
    /// The lines of the loops that are shared out, each with the words of its directive.
    pub loops: Vec<(usize, Vec<String>)>,
}

impl Plan {
    /// Puts a kernel at each mark, whether or not it pays, and none around one.
    pub fn keep_to(&mut self, marks: &[Mark], sources: &Sources) {
        for nest in &mut self.nests {
            nest.keep_to(marks, sources);
        }
    }
}

impl Nest {
    /// Is a mark at this nest, or inside it?
    fn keep_to(&mut self, marks: &[Mark], sources: &Sources) -> bool {
        if let Some(mark) = marks.iter().find(|mark| mark.file == self.file && mark.line == self.line) {
            self.choices.retain_mut(|choice| match choice {
                Choice::Kernel(kernel) => {
                    kernel.rename(&mark.name);
                    kernel.is_too_small = false;
                    kernel.agrees_with(mark, sources)
                }
                Choice::Inside(_) | Choice::Host => false,
            });
            return true;
        }
        let mut holds_mark = false;
        for choice in &mut self.choices {
            if let Choice::Inside(nests) = choice {
                for nest in nests {
                    holds_mark |= nest.keep_to(marks, sources);
                }
            }
        }
        if holds_mark {
            self.choices.retain(|choice| !matches!(choice, Choice::Kernel(_)));
        }
        holds_mark
    }
}

impl Kernel {
    fn rename(&mut self, name: &str) {
        let (old, new) = (format!("hicuda kernel {}", self.name), format!("hicuda kernel {name}"));
        for edit in &mut self.edits {
            let text = String::from_utf8_lossy(&edit.text);
            if text.contains(&old) {
                edit.text = text.replacen(&old, &new, 1).into_bytes();
            }
        }
        self.name = name.to_owned();
    }

    /// Is every loop shared out that was marked so, over blocks and threads as it was said?
    fn agrees_with(&self, mark: &Mark, sources: &Sources) -> bool {
        let file = sources.map.file(self.file);
        let line_of = |edit: &Edit| u32::try_from(edit.start).map(|at| file.line_column(at).line as usize);
        mark.loops.iter().all(|(line, words)| {
            self.edits.iter().filter(|edit| line_of(edit) == Ok(*line)).any(|edit| {
                let text = String::from_utf8_lossy(&edit.text);
                // `over_thread(2)` says which of the threads' dimensions.
                text.contains("loop_partition") && words.iter().all(|word| text.contains(word.as_str()))
            })
        })
    }
}
