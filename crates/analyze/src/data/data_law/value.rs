//! What the analysis knows of values: numbers as formulas, pointers as places they
//! point to.
//!
//! `int n = 2 * m; float *p = a + n;` gives `n` the formula `2*m` and `p` the target
//! `a`, element `2*m`, with `m` a symbol. Two values with one formula are equal; of a value that is
//! not known the symbol is new.

use std::collections::BTreeSet;

use affine::{LinearExpr, Polynomial, Products, Set, Var};
use hir::{ExprId, FunctionId, Node, Program, RecordId, StmtId, VarId};

use crate::Place;
use crate::maps::{HashMap, HashSet};

use super::declared::Declared;
use super::pieces::FIRST_VALUE;
use super::touches::Part;

/// An object, or a member of one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Loc(pub usize);

/// What an object is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LocKind {
    /// A variable.
    Var(VarId),
    /// What a call of `malloc` or its like made, along these calls.
    Heap(ExprId, Vec<ExprId>),
    /// What a call that is not followed returned, along these calls: some memory, which may be
    /// known by another name, too.
    Given(ExprId, Vec<ExprId>),
    /// What a pointer that nobody has set points to.
    Behind(Loc),
    /// What a name of a directive stands for whose pointer was lost: it may be known by another name, and be other
    /// memory each time.
    Unfollowed(Place),
    /// What a name stands for that may stand for one of several, while it has a device copy.
    Named(Place),
    /// A member.
    Member(Loc, RecordId, u32),
    /// The rows that an array of pointers points to, as one array of two dimensions.
    Rows(Loc),
    /// The elements of an array of pointers, but for the first.
    Others(Loc),
    /// One element of a variable that is an array of integers.
    Element(Loc, i128),
}

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// An integer.
    Int(LinearExpr),
    /// A pointer.
    Pointer(Vec<Target>),
    /// A pointer to one of these functions.
    Functions(BTreeSet<FunctionId>),
    /// Anything; a pointer to anything.
    Unknown,
}

/// One place that a pointer may point to.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    /// The object.
    pub loc: Loc,
    /// The element; `None` for some element.
    pub at: Option<Vec<LinearExpr>>,
    /// The part of the element; `None` for all of it.
    pub part: Option<Part>,
    /// The pointer counts in units of so many bytes, the object in other ones.
    pub unit: Option<u64>,
}

impl Target {
    /// The object as a whole, or its first element of dimension 0.
    pub fn new(loc: Loc, at: Vec<LinearExpr>) -> Target {
        Target { loc, at: Some(at), part: None, unit: None }
    }

    /// Its first element, where a pointer to it points.
    pub fn start_of(loc: Loc) -> Target {
        Target::new(loc, vec![LinearExpr::constant(0)])
    }

    /// Is it the first element, or the object?
    pub fn is_start(&self) -> bool {
        self.part.is_none()
            && self.at.as_ref().is_some_and(|at| at.iter().all(|at| at.as_constant() == Some(0)))
    }
}

/// Symbols of products are numbered from here.
const FIRST_PRODUCT: u32 = 1 << 24;

/// The objects and symbols that were met so far.
pub struct Names {
    kinds: Vec<LocKind>,
    /// The members of objects that were met, in that order.
    members: HashMap<Loc, Vec<(RecordId, u32, Loc)>>,
    /// The elements of arrays that were met.
    elements: HashMap<Loc, Vec<Loc>>,
    by_kind: HashMap<LocKind, Loc>,
    /// What the files declare, each thing by one name.
    pub declared: Declared,
    next: u32,
    products: Products,
    opaque: HashMap<(u8, LinearExpr, LinearExpr), Var>,
    /// The symbols of operators and products that a symbol is an operand of.
    uses: HashMap<Var, Vec<Var>>,
    /// The first product that is not among the uses yet.
    products_used: u32,
    symbols: HashMap<(Site, Way), Var>,
    ways: Vec<WayTo>,
    /// How control came to where the program is being followed.
    now: Way,
}

/// What a symbol stands for, each time that control comes there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Site {
    /// What an object holds where paths meet at a statement.
    Met(usize, Loc),
    /// The index of a loop.
    Index(StmtId),
    /// What a function returns by one of several statements, the last of which this is.
    Returned(usize),
    /// What a kernel's symbol is to the host.
    Kernel(StmtId, Var),
    /// The value of an expression.
    Value(ExprId),
    /// What an object holds that an expression reads, and nobody has put there.
    Read(ExprId, Loc),
    /// What an object holds that an expression has perhaps written.
    Written(ExprId, Loc),
}

impl Site {
    /// The part of the program that gives the symbol another value.
    fn node(self) -> Node {
        match self {
            Site::Met(stmt, _) | Site::Returned(stmt) => Node::Stmt(StmtId::from_index(stmt)),
            Site::Index(stmt) | Site::Kernel(stmt, _) => Node::Stmt(stmt),
            Site::Value(expr) | Site::Read(expr, _) | Site::Written(expr, _) => Node::Expr(expr),
        }
    }
}

/// The calls that lead from the first function to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Way(usize);

/// A way, longer by one call than the one `before`. A function that is called twice may take other branches each time, so
/// its symbols are those of one way.
#[derive(Default)]
struct WayTo {
    before: Way,
    further: HashMap<ExprId, Way>,
    /// The symbols that were met there, by what gives them values.
    symbols: HashMap<Node, Vec<Var>>,
}

impl Names {
    /// None yet.
    pub fn new(declared: Declared) -> Names {
        Names {
            kinds: Vec::new(),
            members: HashMap::default(),
            elements: HashMap::default(),
            by_kind: HashMap::default(),
            declared,
            next: FIRST_VALUE,
            products: Products::starting_at(Var(FIRST_PRODUCT)),
            opaque: HashMap::default(),
            uses: HashMap::default(),
            products_used: FIRST_PRODUCT,
            symbols: HashMap::default(),
            ways: vec![WayTo::default()],
            now: Way::default(),
        }
    }

    /// A call is followed.
    pub fn enter(&mut self, call: ExprId) {
        let before = self.now;
        let known = self.ways[before.0].further.get(&call).copied();
        self.now = known.unwrap_or_else(|| {
            let way = Way(self.ways.len());
            self.ways.push(WayTo { before, ..WayTo::default() });
            self.ways[before.0].further.insert(call, way);
            way
        });
    }

    /// It returns.
    pub fn leave(&mut self) {
        self.now = self.ways[self.now.0].before;
    }

    /// The object of this kind.
    pub fn loc(&mut self, mut kind: LocKind) -> Loc {
        match &mut kind {
            LocKind::Var(var) => *var = self.declared.variable(*var),
            LocKind::Member(_, record, _) => *record = self.declared.record(*record),
            _ => {}
        }
        if let Some(loc) = self.by_kind.get(&kind) {
            return *loc;
        }
        let loc = Loc(self.kinds.len());
        if let LocKind::Member(outer, record, field) = kind {
            self.members.entry(outer).or_default().push((record, field, loc));
        }
        if let LocKind::Element(array, _) = kind {
            self.elements.entry(array).or_default().push(loc);
        }
        self.kinds.push(kind.clone());
        self.by_kind.insert(kind, loc);
        loc
    }

    /// The object of this kind, if it was met. The kind is that of a definition.
    pub fn known(&self, kind: &LocKind) -> Option<Loc> {
        self.by_kind.get(kind).copied()
    }

    /// What an object is.
    pub fn kind(&self, loc: Loc) -> &LocKind {
        &self.kinds[loc.0]
    }

    /// How many objects were met; those that are part of others come after them.
    pub fn count(&self) -> usize {
        self.kinds.len()
    }

    /// Is it memory of `malloc`, which holds what was put there and nothing else?
    pub fn starts_empty(&self, loc: Loc) -> bool {
        match self.kind(loc) {
            LocKind::Heap(..) => true,
            LocKind::Others(table) => self.starts_empty(*table),
            _ => false,
        }
    }

    /// The value where two paths meet of which only one has set a cell to `value`; `None` where nothing is known.
    pub fn set_on_one_path(&mut self, loc: Loc, value: &Value) -> Option<Value> {
        // On the other path nobody has put anything there, and nobody may read it.
        let is_unset = self.starts_empty(loc) || self.is_unset(loc) && !matches!(value, Value::Int(_));
        match value {
            value if is_unset => Some(value.clone()),
            Value::Int(_) => None,
            Value::Pointer(_) => {
                let behind = self.behind(loc);
                Some(joined(value, &behind, || LinearExpr::constant(0)))
            }
            Value::Functions(_) | Value::Unknown => Some(Value::Unknown),
        }
    }

    /// Where a pointer that nobody has set points to.
    pub fn behind(&mut self, pointer: Loc) -> Value {
        let behind = self.loc(LocKind::Behind(pointer));
        Value::Pointer(vec![Target::start_of(behind)])
    }

    /// Does a pointer there point to nothing before it is set?
    pub fn is_unset(&self, loc: Loc) -> bool {
        match self.kind(loc) {
            LocKind::Var(var) => self.declared.is_automatic(*var),
            LocKind::Heap(..) => true,
            LocKind::Member(of, ..) | LocKind::Others(of) => self.is_unset(*of),
            LocKind::Given(..)
            | LocKind::Behind(_)
            | LocKind::Unfollowed(_)
            | LocKind::Named(_)
            | LocKind::Rows(_)
            | LocKind::Element(..) => false,
        }
    }

    /// The members of an object that were met.
    pub fn members(&self, of: Loc) -> Vec<(RecordId, u32, Loc)> {
        self.members.get(&of).cloned().unwrap_or_default()
    }

    /// Was one of them met?
    pub fn has_members(&self, of: Loc) -> bool {
        self.members.contains_key(&of)
    }

    /// The elements of an array that were met.
    pub fn elements(&self, of: Loc) -> &[Loc] {
        self.elements.get(&of).map_or(&[], Vec::as_slice)
    }

    /// A symbol for a value that nothing is known of.
    pub fn fresh(&mut self) -> LinearExpr {
        self.next += 1;
        LinearExpr::var(Var(self.next))
    }

    /// The symbol of a value that is another one each time that control comes to its site. It is the same symbol each time
    /// that the program is followed there: what is learned in one round of a loop is what is learned in the next.
    pub fn symbol(&mut self, site: Site) -> LinearExpr {
        let (next, here) = (&mut self.next, &mut self.ways[self.now.0].symbols);
        let var = self.symbols.entry((site, self.now)).or_insert_with(|| {
            *next += 1;
            here.entry(site.node()).or_default().push(Var(*next));
            Var(*next)
        });
        LinearExpr::var(*var)
    }

    /// How control came to where the program is being followed.
    pub fn way(&self) -> Way {
        self.now
    }

    /// The symbols that get other values in some statements, and in what these call.
    pub fn symbols_in(&mut self, program: &Program, root: StmtId) -> HashSet<Var> {
        let here = &self.ways[self.now.0];
        if here.symbols.is_empty() && here.further.is_empty() {
            return HashSet::default();
        }
        let mut symbols = HashSet::default();
        let mut pending: Vec<Way> = Vec::new();
        for node in program.nodes(root) {
            symbols.extend(here.symbols.get(&node).into_iter().flatten().copied());
            if let Node::Expr(call) = node {
                pending.extend(here.further.get(&call));
            }
        }
        self.with_symbols_on(pending, symbols)
    }

    /// The symbols that get other values in what a call leads to, and at a place of this number.
    pub fn symbols_of_call(&mut self, call: ExprId, stmt: usize) -> HashSet<Var> {
        let here = &self.ways[self.now.0];
        let own = here.symbols.get(&Node::Stmt(StmtId::from_index(stmt)));
        let own = own.into_iter().flatten().copied().collect();
        self.with_symbols_on(here.further.get(&call).copied().into_iter().collect(), own)
    }

    /// The same with those of some ways, and what is computed from them.
    fn with_symbols_on(&mut self, mut pending: Vec<Way>, mut symbols: HashSet<Var>) -> HashSet<Var> {
        while let Some(way) = pending.pop() {
            let WayTo { symbols: own, further, .. } = &self.ways[way.0];
            symbols.extend(own.values().flatten().copied());
            pending.extend(further.values());
        }
        self.note_products();
        let mut new: Vec<Var> = symbols.iter().copied().collect();
        while let Some(symbol) = new.pop() {
            let results = self.uses.get(&symbol).into_iter().flatten();
            new.extend(results.filter(|result| symbols.insert(**result)));
        }
        symbols
    }

    /// Products that were named since the last time are among the uses of their factors.
    fn note_products(&mut self) {
        while let Some(product) = self.products.product(Var(self.products_used)) {
            for (factor, _) in product.powers() {
                self.uses.entry(*factor).or_default().push(Var(self.products_used));
            }
            self.products_used += 1;
        }
    }

    /// The value of an operator that has no formula: the same for the same operands.
    pub fn opaque(&mut self, op: u8, lhs: &LinearExpr, rhs: &LinearExpr) -> LinearExpr {
        let (next, uses) = (&mut self.next, &mut self.uses);
        let var = self.opaque.entry((op, lhs.clone(), rhs.clone())).or_insert_with(|| {
            *next += 1;
            lhs.vars()
                .chain(rhs.vars())
                .for_each(|operand| uses.entry(operand).or_default().push(Var(*next)));
            Var(*next)
        });
        LinearExpr::var(*var)
    }

    /// A product, as a formula in symbols of products.
    pub fn product(&mut self, lhs: &LinearExpr, rhs: &LinearExpr) -> LinearExpr {
        let found = match (lhs.as_constant(), rhs.as_constant()) {
            (Some(factor), _) => rhs.times(factor),
            (None, Some(factor)) => lhs.times(factor),
            (None, None) => {
                let (lhs, rhs) = (self.products.spelled(lhs), self.products.spelled(rhs));
                lhs.times(&rhs).and_then(|product| self.products.linearize(&product))
            }
        };
        found.unwrap_or_else(|_| self.fresh())
    }

    /// One subscript as one for each dimension.
    pub fn apart(
        &mut self,
        flat: &LinearExpr,
        extents: &[LinearExpr],
        context: &Set,
    ) -> Option<Vec<LinearExpr>> {
        let offset = self.products.spelled(flat);
        let dims: Vec<Polynomial> = extents.iter().map(|extent| self.products.spelled(extent)).collect();
        let found = affine::delinearize(&offset, &dims, context, &mut self.products)?;
        found.indices.iter().map(|index| self.products.linearize(index).ok()).collect()
    }
}

/// The value where two paths meet; `phi` is the symbol for numbers that differ.
pub fn joined(a: &Value, b: &Value, phi: impl FnOnce() -> LinearExpr) -> Value {
    match (a, b) {
        (a, b) if a == b => a.clone(),
        (Value::Int(_), Value::Int(_)) => Value::Int(phi()),
        (Value::Pointer(a), Value::Pointer(b)) => {
            let mut targets = a.clone();
            for target in b {
                match targets.iter_mut().find(|known| known.loc == target.loc) {
                    Some(known) if known == target => {}
                    Some(known) => (known.at, known.part, known.unit) = (None, None, None),
                    None => targets.push(target.clone()),
                }
            }
            if targets.len() > 8 { Value::Unknown } else { Value::Pointer(targets) }
        }
        (Value::Functions(a), Value::Functions(b)) => Value::Functions(a.union(b).copied().collect()),
        _ => Value::Unknown,
    }
}
