//! Parts of an array that are carried between device and shared memory as words.
//!
//! ```c
//! __shared__ float a_tile[256][7];                                    // six, and one over
//! __shared__ struct { struct particle of; float padding; } p_tile[256];
//! for (unsigned k = 0; k < 6; k++) {
//!     const unsigned e = k * 256 + threadIdx.x, r = e / 6, w = e % 6;
//!     int i = blockIdx.x * blockDim.x + r;                            // of whom it is
//!     if (i < n)
//!         a_tile[r][w] = a[6 * i + w];
//! }
//! ```

use std::fmt::Write;

use analyze::Access;
use emit::Precedence;
use hir::{BinaryOp, ExprId, ExprKind, Type, VarId, const_eval};

use crate::kernel::Kernel;
use crate::layout::INDENT;
use crate::operand::Operand;
use crate::refusal::{Refusal, refuse};
use crate::staged_body::{Guard, condition};
use crate::vectors::group::Lane;

/// Words of a thread that are on their way at once.
const AT_ONCE: u64 = 32;

/// An array of which each thread has a part.
pub(crate) struct Carried<'a> {
    /// The tile's name.
    pub name: String,
    pub array: VarId,
    /// The type of an element: a struct, or the word itself.
    pub ty: Type,
    /// The type of all words of a part, and how many they are.
    pub word: Type,
    pub words: u64,
    pub accesses: Vec<(&'a Access, Lane)>,
    pub stores: bool,
    pub loads: bool,
    pub is_struct: bool,
}

impl Carried<'_> {
    /// An odd number of words keeps the parts of neighbours in banks of their own.
    fn is_padded(&self) -> bool {
        self.words.is_multiple_of(2)
    }

    /// Bytes of shared memory that a part takes.
    pub(crate) fn padded_size(&self, kernel: &Kernel<'_>) -> Option<u64> {
        let word = kernel.program().size_of(self.word)?;
        Some((self.words + u64::from(self.is_padded())) * word)
    }

    pub(crate) fn tile(&self, kernel: &Kernel<'_>, threads: u64) -> String {
        let (ty, word) = (kernel.type_text(self.ty), kernel.type_text(self.word));
        let name = &self.name;
        match (self.is_struct, self.is_padded()) {
            (true, true) => format!("__shared__ struct {{ {ty} of; {word} padding; }} {name}[{threads}];"),
            (true, false) => format!("__shared__ {ty} {name}[{threads}];"),
            (false, is_padded) => {
                format!("__shared__ {word} {name}[{threads}][{}];", self.words + u64::from(is_padded))
            }
        }
    }

    /// What leads from an element of the tile to the struct.
    fn inner(&self) -> &'static str {
        if self.is_padded() { ".of" } else { "" }
    }

    /// What stands for an access.
    pub(crate) fn in_tile(&self, kernel: &Kernel<'_>, lane: Lane) -> String {
        let name = &self.name;
        match lane {
            _ if self.is_struct => format!("{name}[threadIdx.x]{}", self.inner()),
            Lane::One(lane) => format!("{name}[threadIdx.x][{lane}]"),
            Lane::Along { .. } => format!("{name}[threadIdx.x][{}]", lane.index(kernel)),
        }
    }

    /// A struct of the array, or the array and where a part of it begins.
    fn there(&self, kernel: &Kernel<'_>) -> Result<There, Refusal> {
        if self.is_struct {
            return Ok(There::Struct(self.accesses[0].0.expr));
        }
        let program = kernel.program();
        for (access, lane) in &self.accesses {
            let ExprKind::Index { base, index } = program.exprs[access.expr].kind else { continue };
            if *lane == Lane::One(0) {
                return Ok(There::Numbers { base, first: Some(index) });
            }
            if is_lane(kernel, *lane, index) {
                return Ok(There::Numbers { base, first: None });
            }
            let sum = program.exprs[kernel.program().without_casts(index)].kind.clone();
            let ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } = sum else { continue };
            match (is_lane(kernel, *lane, lhs), is_lane(kernel, *lane, rhs)) {
                (false, true) => return Ok(There::Numbers { base, first: Some(lhs) }),
                (true, false) => return Ok(There::Numbers { base, first: Some(rhs) }),
                _ => {}
            }
        }
        refuse(self.accesses[0].0.span, "where a thread's part begins is not written anywhere")
    }
}

/// Is an expression what an access adds to where its part begins?
fn is_lane(kernel: &Kernel<'_>, lane: Lane, expr: ExprId) -> bool {
    let program = kernel.program();
    match lane {
        Lane::One(lane) => const_eval::integer(program, expr) == Some(lane.into()),
        Lane::Along { stmt, offset, .. } => {
            let own = kernel.found.region.loops.get(&stmt).map(|canonical| canonical.index);
            let is_index = matches!(program.exprs[kernel.program().without_casts(expr)].kind, ExprKind::Var(var) if Some(var) == own);
            is_index && offset == 0
        }
    }
}

/// What is carried, as the program writes it.
enum There {
    Struct(ExprId),
    Numbers { base: ExprId, first: Option<ExprId> },
}

/// Words about to be carried.
pub(crate) struct Copying<'k, 'a> {
    pub kernel: &'k Kernel<'a>,
    pub threads: u64,
    pub guards: &'k [Guard],
    pub indent: &'k str,
}

impl Copying<'_, '_> {
    /// The loop over the words of the block's parts.
    pub(crate) fn text(&self, one: &Carried<'_>, comes: bool) -> Result<String, Refusal> {
        let Copying { kernel, threads, indent, .. } = *self;
        let (element, row, word) = (kernel.fresh("e"), kernel.fresh("r"), kernel.fresh("w"));
        let (inner_indent, words) = (format!("{indent}{INDENT}"), one.words);
        let there = one.there(kernel)?;
        let mut found = Vec::new();
        for guard in self.guards {
            kernel.recomputed(guard.condition, false, &[], &mut found)?;
        }
        match there {
            There::Struct(access) => kernel.recomputed(access, true, &[], &mut found)?,
            There::Numbers { base, first } => {
                kernel.recomputed(base, true, &[], &mut found)?;
                if let Some(first) = first {
                    kernel.recomputed(first, false, &[], &mut found)?;
                }
            }
        }
        let step = kernel.fresh("k");
        let unrolled = if words > AT_ONCE { format!(" {AT_ONCE}") } else { String::new() };
        let mut out = format!(
            "#pragma unroll{unrolled}\n\
             {indent}for (unsigned {step} = 0; {step} < {words}; {step}++) {{\n\
             {inner_indent}const unsigned {element} = {step} * {threads} + threadIdx.x, {row} = {element} / {words}, {word} = {element} % {words};\n"
        );
        for (var, value) in found {
            let value = kernel.spelled(value, &row)?.value();
            let _ = writeln!(out, "{inner_indent}{} = {value};", kernel.declaration(var));
        }
        let mut conditions = Vec::new();
        for guard in self.guards {
            conditions.push(condition(kernel, *guard, &|expr| kernel.spelled(expr, &row))?);
        }
        let copied = self.copied(one, &there, [&row, &word], comes)?;
        match Operand::all(conditions) {
            None => out += &format!("{inner_indent}{copied}\n"),
            Some(all) => {
                let condition = all.whole();
                let _ = writeln!(out, "{inner_indent}if ({condition})\n{inner_indent}{INDENT}{copied}");
            }
        }
        let _ = writeln!(out, "{indent}}}");
        Ok(out)
    }

    /// The assignment of a word.
    fn copied(
        &self,
        one: &Carried<'_>,
        there: &There,
        [row, word]: [&str; 2],
        comes: bool,
    ) -> Result<String, Refusal> {
        let kernel = self.kernel;
        let (ty, name) = (kernel.type_text(one.word), &one.name);
        let (here, there) = match *there {
            There::Struct(access) => {
                let is_const = if comes { "const " } else { "" };
                let of = kernel.spelled(access, row)?.at(Precedence::Unary);
                (
                    format!("(({ty} *)&{name}[{row}]{})[{word}]", one.inner()),
                    format!("(({is_const}{ty} *)&{of})[{word}]"),
                )
            }
            There::Numbers { base, first: None } => {
                let base = kernel.spelled(base, row)?.at(Precedence::Postfix);
                (format!("{name}[{row}][{word}]"), format!("{base}[{word}]"))
            }
            There::Numbers { base, first: Some(first) } => {
                let place =
                    Operand::binary(BinaryOp::Add, &kernel.spelled(first, row)?, &Operand::name(word));
                let element = kernel.spelled(base, row)?.element(&place);
                (format!("{name}[{row}][{word}]"), element.at(Precedence::Unary))
            }
        };
        Ok(if comes { format!("{here} = {there};") } else { format!("{there} = {here};") })
    }
}
