//! Which unknown of the program each `affine::Var` stands for.
//!
//! Affine formulas speak of numbers `Var(0), Var(1), …`. In `a[i*w + j]` inside
//! two loops, with `w` not changed in the kernel, `i` and `j` are the indices of
//! *those two loops* and `w` is a variable that is the same everywhere.
//! `i*w` as a whole also gets a number, so that it can enter linear formulas.
//!
//! Invariant: a symbol has one value wherever it is compared. A variable that
//! is assigned in the region is never [`SymbolKind::Invariant`]; two loops over
//! one variable are two symbols.

use std::collections::BTreeSet;

use affine::{Exact, LinearExpr, Polynomial, Products, Var};
use hir::{DirectiveId, ExprId, Program, StmtId, VarId};
use source::Sources;

use crate::Place;
use crate::maps::HashMap;

/// What a symbol is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SymbolKind {
    /// A scalar (or scalar member) that does not change in the region.
    Invariant(Place),
    /// The index of this `for` statement, in one iteration.
    LoopIndex {
        /// The loop.
        loop_stmt: StmtId,
        /// Its index variable.
        index: VarId,
    },
    /// The index value of the first iteration of the batch that the block runs
    /// together, for a loop partitioned over threads. Block-uniform.
    BatchBase {
        /// The loop.
        loop_stmt: StmtId,
        /// Its index variable.
        index: VarId,
    },
    /// The thread's place in the batch: `index = base + lane * step`.
    Lane {
        /// The loop.
        loop_stmt: StmtId,
    },
    /// The product of other symbols, each as often as it occurs: `w*h`.
    Product(Vec<Var>),
    /// An element at constant subscripts of an array that the region only reads, by the expression that mentions it first.
    Fixed(ExprId),
    /// The value an expression of a data directive had when the directive ran.
    Captured(ExprId),
    /// The value of an expression that has no affine form, at one place.
    Opaque(ExprId),
    /// An element of the section that a directive moves, in one dimension.
    Element {
        /// The directive.
        directive: DirectiveId,
        /// Which dimension.
        dim: usize,
    },
}

/// The table: symbols in order of first mention, and products of them.
#[derive(Clone, Debug)]
pub struct Symbols {
    kinds: Vec<SymbolKind>,
    by_kind: HashMap<SymbolKind, Var>,
    products: Products,
    product_kinds: HashMap<Var, SymbolKind>,
    /// Opaque symbols whose value follows from others by what is known of
    /// them: quotients and remainders.
    determined: BTreeSet<Var>,
    quotients: HashMap<Var, Quotient>,
    nearest: HashMap<Var, Nearest>,
}

/// What an opaque symbol is made of: `of / divisor`, or the remainder.
#[derive(Clone, PartialEq, Debug)]
pub struct Quotient {
    /// What is divided; not negative.
    pub of: LinearExpr,
    /// The divisor, positive.
    pub divisor: i128,
    /// Is it `of % divisor`?
    pub is_remainder: bool,
}

/// `a < b ? a : b` and its like.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// The smaller one, or the larger.
    pub is_smaller: bool,
    /// The formulas it is the nearest of: neither is such a symbol of the same kind.
    pub of: Vec<LinearExpr>,
}

/// Products are numbered from here; no program mentions as many variables.
const FIRST_PRODUCT: Var = Var(1 << 24);

impl Default for Symbols {
    fn default() -> Self {
        let products = Products::starting_at(FIRST_PRODUCT);
        Symbols {
            kinds: Vec::new(),
            by_kind: HashMap::default(),
            products,
            product_kinds: HashMap::default(),
            determined: BTreeSet::new(),
            quotients: HashMap::default(),
            nearest: HashMap::default(),
        }
    }
}

impl Symbols {
    /// The symbol of this kind, made on first mention.
    pub fn intern(&mut self, kind: SymbolKind) -> Var {
        if let Some(&var) = self.by_kind.get(&kind) {
            return var;
        }
        let var = Var(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.by_kind.insert(kind, var);
        var
    }

    /// The symbol of this kind, if it was mentioned.
    pub fn find(&self, kind: &SymbolKind) -> Option<Var> {
        self.by_kind.get(kind).copied()
    }

    /// The symbol of a loop's index, whatever variable that is.
    pub fn index_of(&self, stmt: StmtId) -> Option<Var> {
        let is_index =
            |kind: &SymbolKind| matches!(kind, SymbolKind::LoopIndex { loop_stmt, .. } if *loop_stmt == stmt);
        self.kinds.iter().position(is_index).map(|at| Var(at as u32))
    }

    /// What a symbol is; `None` for one that is not of this table.
    pub fn kind(&self, var: Var) -> Option<&SymbolKind> {
        self.kinds.get(var.0 as usize).or_else(|| self.product_kinds.get(&var))
    }

    /// Notes that an opaque symbol's value follows from others.
    pub fn determined(&mut self, var: Var) {
        self.determined.insert(var);
    }

    /// Notes what an opaque symbol is the quotient or remainder of.
    pub fn divided(&mut self, var: Var, quotient: Quotient) {
        self.quotients.insert(var, quotient);
    }

    /// What an opaque symbol is the quotient or remainder of.
    pub fn quotient(&self, var: Var) -> Option<&Quotient> {
        self.quotients.get(&var)
    }

    /// Notes what an opaque symbol is the smaller or the larger of.
    pub fn chosen(&mut self, var: Var, nearest: Nearest) {
        self.nearest.insert(var, nearest);
    }

    /// What a value is the smaller or the larger of; itself, if it is no such choice.
    pub fn nearest_of(&self, value: &LinearExpr, is_smaller: bool) -> Vec<LinearExpr> {
        let chosen = match value.terms() {
            [(var, 1)] if value.constant_part() == 0 => self.nearest.get(var),
            _ => None,
        };
        match chosen.filter(|nearest| nearest.is_smaller == is_smaller) {
            Some(nearest) => nearest.of.clone(),
            None => vec![value.clone()],
        }
    }

    /// Can the symbol take every value that is not excluded? An opaque one is
    /// a particular value that is not known, unless others determine it.
    pub fn is_real(&self, var: Var) -> bool {
        match self.kind(var) {
            Some(SymbolKind::Opaque(_)) => self.determined.contains(&var),
            Some(SymbolKind::Captured(_)) | None => false,
            Some(_) => true,
        }
    }

    /// The symbols a product is made of; a plain symbol is one of itself.
    pub fn factors(&self, var: Var) -> Vec<Var> {
        match self.kind(var) {
            Some(SymbolKind::Product(factors)) => factors.clone(),
            _ => vec![var],
        }
    }

    /// A polynomial as a linear formula over symbols and products.
    pub fn linear(&mut self, polynomial: &Polynomial) -> Exact<LinearExpr> {
        let linear = self.products.linearize(polynomial)?;
        for var in linear.vars().filter(|var| *var >= FIRST_PRODUCT) {
            if self.product_kinds.contains_key(&var) {
                continue;
            }
            let powers = self.products.product(var).map_or(&[][..], |monomial| monomial.powers());
            let repeat = |&(factor, power): &(Var, u32)| (0..power).map(move |_| factor);
            self.product_kinds.insert(var, SymbolKind::Product(powers.iter().flat_map(repeat).collect()));
        }
        Ok(linear)
    }

    /// The table of products, for questions that make new ones.
    pub fn products(&mut self) -> &mut Products {
        &mut self.products
    }

    /// How many symbols there are, products not counted.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// True when none was mentioned yet.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// A name to print.
    pub fn name(&self, var: Var, program: &Program, sources: &Sources) -> String {
        let spelled = |var: &VarId| Place::var(*var).display(program, sources);
        match self.kind(var) {
            Some(SymbolKind::Invariant(place)) => place.display(program, sources),
            Some(SymbolKind::LoopIndex { index, .. } | SymbolKind::BatchBase { index, .. }) => spelled(index),
            Some(SymbolKind::Lane { .. }) => "thread".into(),
            Some(SymbolKind::Captured(expr) | SymbolKind::Opaque(expr) | SymbolKind::Fixed(expr)) => {
                expression_text(*expr, program, sources)
            }
            Some(SymbolKind::Product(factors)) => {
                let names: Vec<String> = factors.iter().map(|f| self.name(*f, program, sources)).collect();
                names.join("*")
            }
            Some(SymbolKind::Element { .. }) | None => "?".into(),
        }
    }
}

/// The expression as it stands in the source, on one line.
pub fn expression_text(expr: ExprId, program: &Program, sources: &Sources) -> String {
    let span = sources.expansions.outermost_call(program.exprs[expr].span);
    let text = String::from_utf8_lossy(sources.map.text(span));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
