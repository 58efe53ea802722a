//! The state of one generation, and the order in which a program is written.
//!
//! macros, enumerations, records, globals, functions (each may call the earlier ones), and last the
//! function that stands for `main`: a file may hold several programs.
//!
//! Invariant: text is only ever appended, and every name is declared before it is used.

use crate::Options;
use crate::code::{Code, IntExpr, Prec};
use crate::function::Function;
use crate::int_type::Int;
use crate::prng::Prng;
use crate::scope::Scope;
use crate::types::{Enumeration, Record};

/// Everything known while a program is written.
pub(crate) struct Generator {
    pub(crate) rng: Prng,
    pub(crate) options: Options,
    pub(crate) enumerations: Vec<Enumeration>,
    pub(crate) records: Vec<Record>,
    pub(crate) functions: Vec<Function>,
    /// Object-like macros: name, type and bound of the value.
    pub(crate) constants: Vec<(String, Int, u32)>,
    pub(crate) scope: Scope,
    /// The function being written, as its statements need to know it.
    pub(crate) body: Body,
    pub(crate) out: String,
    next_name: usize,
}

/// What holds for the statements of the present function.
#[derive(Default)]
pub(crate) struct Body {
    /// A pure function writes nothing that outlives it and calls pure functions only.
    pub(crate) pure: bool,
    /// Indentation of the present block.
    pub(crate) indent: usize,
    /// How often, at most, the present statement runs in one call.
    pub(crate) repeats: u64,
    /// Statements run in one call, at most, counting those of called functions.
    pub(crate) cost: u64,
    /// Loops around the present statement that `break` and `continue` could mean.
    pub(crate) loops: usize,
}

impl Generator {
    /// `next_name` is the number of the first name: the programs of a file share no name.
    pub(crate) fn new(seed: u64, options: Options, next_name: usize) -> Self {
        Generator {
            rng: Prng::new(seed),
            options,
            enumerations: Vec::new(),
            records: Vec::new(),
            functions: Vec::new(),
            constants: Vec::new(),
            scope: Scope::default(),
            body: Body::default(),
            out: String::new(),
            next_name,
        }
    }

    /// Writes everything that follows the prelude, up to the function `entry` that is the
    /// program's `main`. Returns the text and the number of the next name.
    pub(crate) fn program(mut self, entry: &str) -> (String, usize) {
        self.constant_macros();
        for _ in 0..3 {
            self.enumeration();
        }
        for _ in 0..self.options.records {
            self.record();
        }
        for _ in 0..self.options.globals {
            self.global();
        }
        for _ in 0..self.options.functions {
            self.function();
        }
        self.entry(entry);
        (self.out, self.next_name)
    }

    /// A name nothing else has: `stem` and a number.
    pub(crate) fn name(&mut self, stem: &str) -> String {
        self.next_name += 1;
        format!("{stem}{}", self.next_name)
    }

    /// Writes one line of the present block.
    pub(crate) fn line(&mut self, text: &str) {
        for _ in 0..self.body.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// `#define K1 (-17)` and the like.
    fn constant_macros(&mut self) {
        for _ in 0..4 {
            let ty = self.rng.pick(&[Int::I32, Int::U32, Int::I64]);
            let literal = self.literal(ty);
            let name = self.name("K");
            self.out.push_str(&format!("#define {name} {}\n", literal.code.at(Prec::Postfix)));
            self.constants.push((name, literal.ty, literal.bits));
        }
    }

    /// A use of one of the macros above.
    pub(crate) fn constant(&mut self) -> IntExpr {
        let index = self.rng.below(self.constants.len());
        match self.constants.get(index) {
            Some((name, ty, bits)) => {
                IntExpr { code: Code::new(name.clone(), Prec::Postfix), ty: *ty, bits: *bits }
            }
            None => self.literal(Int::I32),
        }
    }
}
