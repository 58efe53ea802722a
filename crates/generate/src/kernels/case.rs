//! One case: a function with data directives and kernels, and what it needs around it.
//!
//! Themes write the kernels, making arrays as they go; at the end the case knows what every array
//! is for and writes the data directives around the kernels.

use crate::prng::Prng;

use super::array::Array;
use super::number::Number;

/// A case under construction.
pub(super) struct Case {
    pub(super) rng: Prng,
    /// The seed, which makes file-level names unique.
    pub(super) id: u64,
    /// Declarations at file level.
    pub(super) file: String,
    /// Parameters of the function with the kernels, and what is passed.
    pub(super) parameters: Vec<(String, String)>,
    /// Statements before the first directive.
    pub(super) before: String,
    /// The kernels, each with the host code around it.
    pub(super) kernels: Vec<String>,
    /// The kernel being written.
    pub(super) out: String,
    pub(super) indent: usize,
    pub(super) arrays: Vec<Array>,
    pub(super) macros: Vec<Number>,
    pub(super) variables: Vec<Number>,
    pub(super) names: usize,
    /// All numbers are known while compiling: everything can be proven.
    pub(super) is_plain: bool,
}

impl Case {
    pub(super) fn new(id: u64) -> Case {
        Case {
            rng: Prng::new(id.wrapping_mul(0x5851_f42d_4c95_7f2d)),
            id,
            file: String::new(),
            parameters: Vec::new(),
            before: String::new(),
            kernels: Vec::new(),
            out: String::new(),
            indent: 1,
            arrays: Vec::new(),
            macros: Vec::new(),
            variables: Vec::new(),
            names: 0,
            is_plain: false,
        }
    }

    /// The case of a seed: one to three kernels.
    pub(super) fn random(seed: u64) -> Case {
        let mut case = Case::new(seed);
        case.is_plain = case.rng.chance(30);
        let kernels = case.rng.pick(&[1, 1, 1, 2, 2, 3]);
        for _ in 0..kernels {
            match case.rng.below(23) {
                0..=8 => case.nest(),
                9..=12 => case.stencil(),
                13 | 14 => case.tiles(),
                15 | 16 => case.phases(),
                17 => case.staged_output(),
                18 | 19 => case.rounds(),
                _ => case.sums(),
            }
            let kernel = std::mem::take(&mut case.out);
            case.kernels.push(kernel);
        }
        case
    }

    /// A number that no other name of the case has.
    pub(super) fn fresh(&mut self) -> usize {
        self.names += 1;
        self.names
    }

    /// The kernel that is being written.
    pub(super) fn kernel_number(&self) -> usize {
        self.kernels.len()
    }

    /// A line of the kernel.
    pub(super) fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A directive of the kernel, at the margin.
    pub(super) fn pragma(&mut self, text: &str) {
        self.out.push_str(&format!("#pragma hicuda {text}\n"));
    }

    /// Lines between braces.
    pub(super) fn open(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.indent += 1;
    }

    pub(super) fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    /// All of it: file-level declarations, the function, and `case_SEED`, which calls it.
    pub(super) fn text(mut self) -> String {
        let directives = self.with_directives();
        let id = self.id;
        let [mut fills, mut shows, mut allocations, mut releases] = [const { String::new() }; 4];
        for array in &self.arrays {
            fills.push_str(&array.fill());
            shows.push_str(&array.show());
            if let Some((allocate, release)) = array.allocation() {
                self.parameters.push((array.parameter(), array.name.clone()));
                allocations.push_str(&allocate);
                releases.push_str(&release);
            } else {
                self.file.push_str(&array.declaration());
            }
        }
        let (declared, passed): (Vec<&str>, Vec<&str>) =
            self.parameters.iter().map(|(d, p)| (d.as_str(), p.as_str())).unzip();
        let declared = if declared.is_empty() { String::from("void") } else { declared.join(", ") };
        format!(
            "{file}static void run_{id}({declared})\n{{\n{before}{fills}{directives}{shows}}}\n\n\
             static void case_{id}(void)\n{{\n    printf(\"case {id}\\n\");\n{allocations}    \
             run_{id}({passed});\n{releases}}}\n\n",
            file = self.file,
            before = self.before,
            passed = passed.join(", "),
        )
    }
}
