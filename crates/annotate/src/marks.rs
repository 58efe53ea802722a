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
    /// Leaves a kernel at each mark, whether or not it pays, and none around one.
    pub(crate) fn keep_to(&mut self, marks: &[Mark], sources: &Sources) {
        for nest in &mut self.nests {
            nest.keep_to(marks, sources);
        }
    }

    /// Gives the kernels at marks the names that they have there.
    pub(crate) fn name_after(&mut self, marks: &[Mark]) {
        for nest in &mut self.nests {
            nest.name_after(marks);
        }
    }
}

impl Nest {
    /// Is a mark at this nest, or inside it?
    fn keep_to(&mut self, marks: &[Mark], sources: &Sources) -> bool {
        if let Some(mark) = self.mark(marks) {
            self.choices.retain(
                |choice| matches!(choice, Choice::Kernel(kernel) if kernel.agrees_with(mark, sources)),
            );
            return true;
        }
        let mut holds_mark = false;
        for nest in self.choices.iter_mut().filter_map(Choice::inside_mut).flatten() {
            holds_mark |= nest.keep_to(marks, sources);
        }
        if holds_mark {
            self.choices.retain(|choice| !matches!(choice, Choice::Kernel(_)));
        }
        holds_mark
    }

    fn name_after(&mut self, marks: &[Mark]) {
        let mark = self.mark(marks);
        for choice in &mut self.choices {
            match (choice, mark) {
                (Choice::Kernel(kernel), Some(mark)) => kernel.rename(&mark.name),
                (Choice::Inside(nests), _) => nests.iter_mut().for_each(|nest| nest.name_after(marks)),
                (Choice::Kernel(_) | Choice::Host, _) => {}
            }
        }
    }

    fn mark<'m>(&self, marks: &'m [Mark]) -> Option<&'m Mark> {
        marks.iter().find(|mark| mark.file == self.file && mark.line == self.line)
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
