//! What every analysis reads: the program, its spellings, and which functions
//! the device has itself.

use std::collections::HashSet;

use hir::{ExprId, FunctionId, Program, Span, VarId};
use source::Sources;

use crate::Place;
use crate::device_functions::is_math_name;

/// The program as the analyses see it.
pub struct Input<'p> {
    /// The program.
    pub program: &'p Program,
    /// Spellings and places.
    pub sources: &'p Sources,
    math: HashSet<FunctionId>,
}

impl<'p> Input<'p> {
    /// Looks up which functions the device has.
    pub fn new(program: &'p Program, sources: &'p Sources) -> Input<'p> {
        // A function of the user's that happens to be called `round` is the user's.
        let known = program
            .functions
            .iter()
            .filter(|(_, function)| function.body.is_none() && is_math_name(&sources.text(function.name)));
        let math = known.map(|(id, _)| id).collect();
        Input { program, sources, math }
    }

    /// Is it a function of C's library that the device has, without an effect
    /// on anything but what it is given?
    pub fn is_math(&self, function: FunctionId) -> bool {
        self.math.contains(&function)
    }

    /// A variable's name.
    pub fn name(&self, var: VarId) -> String {
        Place::var(var).display(self.program, self.sources)
    }

    /// A function's name.
    pub fn function_name(&self, function: FunctionId) -> String {
        self.sources.text(self.program.functions[function].name).into_owned()
    }

    /// A place as the user writes it.
    pub fn place_name(&self, place: &Place) -> String {
        place.display(self.program, self.sources)
    }

    /// Where an expression stands.
    pub fn span(&self, expr: ExprId) -> Span {
        self.program.exprs[expr].span
    }
}
