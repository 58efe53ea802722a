//! Random partitioned nests: what a case is, and how one is made.
//!
//! Bounds, subscripts and conditions are sums over the indices of the loops
//! around, a size `n` and products `w*i` of an index with a row length: so there
//! are triangular loops, symbolic trip counts and linearised rows. Steps go both
//! ways, loops are dealt in chunks and in turn, and statements meet in two
//! linear arrays, a rectangular one and one of structs, directly or in functions that they call. Some have
//! an operator around a sum: `% / & ^ >>`, a narrow type, a product of indices.

use proptest::prelude::*;

/// `c0*i0 + c1*i1 + … + c*n + c*w + i2*w + offset`
#[derive(Clone, Debug, Default)]
pub struct Sum {
    pub indices: Vec<i64>,
    pub n: i64,
    pub w: i64,
    /// The index that counts rows of `w`.
    pub row: Option<usize>,
    pub offset: i64,
    /// An operator around all of it.
    pub wrapped: Option<Wrapped>,
}

/// `OPERATOR(sum, by) + by * i0`, with or without the last part.
#[derive(Clone, Copy, Debug)]
pub struct Wrapped {
    pub operator: Operator,
    pub by: i64,
    pub and_index: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operator {
    Remainder,
    Quotient,
    And,
    Xor,
    Shift,
    /// `(unsigned char)(by * (sum))`
    Unsigned,
    /// `(signed char)(by * (sum))`
    Signed,
    /// `(sum) * (i0 - by)`
    Product,
}

/// Values of what the program reads at run time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    pub n: i64,
    pub w: i64,
}

impl Sum {
    pub fn value(&self, iteration: &[i64], sizes: Sizes) -> i64 {
        let rows = self.row.map_or(0, |at| iteration[at] * sizes.w);
        let indices = self.indices.iter().zip(iteration).map(|(c, i)| c * i);
        let sum = indices.sum::<i64>() + self.n * sizes.n + self.w * sizes.w + rows + self.offset;
        self.wrapped.map_or(sum, |wrapped| wrapped.value(sum, iteration))
    }

    pub fn text(&self) -> String {
        let mut text = self.offset.to_string();
        for (at, c) in self.indices.iter().enumerate().filter(|(_, c)| **c != 0) {
            text += &format!(" + {c}*i{at}");
        }
        if self.n != 0 {
            text += &format!(" + {}*n", self.n);
        }
        if self.w != 0 {
            text += &format!(" + {}*w", self.w);
        }
        self.row.iter().for_each(|at| text += &format!(" + i{at}*w"));
        self.wrapped.map_or(text.clone(), |wrapped| wrapped.text(&text))
    }
}

impl Wrapped {
    fn value(self, sum: i64, iteration: &[i64]) -> i64 {
        let (by, index) = (self.by, iteration.first().copied().unwrap_or(0));
        let value = match self.operator {
            Operator::Remainder => sum % by,
            Operator::Quotient => sum / by,
            Operator::And => sum & by,
            Operator::Xor => sum ^ by,
            Operator::Shift => sum >> by,
            Operator::Unsigned => i64::from((by * sum) as u8),
            Operator::Signed => i64::from((by * sum) as i8),
            Operator::Product => sum * (index - by),
        };
        value + if self.and_index { by * index } else { 0 }
    }

    /// Where it stands in a loop, so that there is an `i0`.
    fn text(self, sum: &str) -> String {
        let by = self.by;
        let value = match self.operator {
            Operator::Remainder => format!("({sum}) % {by}"),
            Operator::Quotient => format!("({sum}) / {by}"),
            Operator::And => format!("(({sum}) & {by})"),
            Operator::Xor => format!("(({sum}) ^ {by})"),
            Operator::Shift => format!("(({sum}) >> {by})"),
            Operator::Unsigned => format!("(unsigned char)({by} * ({sum}))"),
            Operator::Signed => format!("(signed char)({by} * ({sum}))"),
            Operator::Product => format!("({sum}) * (i0 - {by})"),
        };
        if self.and_index { format!("{value} + {by} * i0") } else { value }
    }
}

/// An element of an array: `a0[i]`, `m[i][j]`, `s[i].v[j]`.
#[derive(Clone, Debug)]
pub struct Element {
    /// In [`ARRAYS`].
    pub array: usize,
    pub subscripts: Vec<Sum>,
}

/// What stands before a subscript, between it and the next, and at the end. Members of one struct are arrays of their own.
pub const ARRAYS: [[&str; 3]; 6] = [
    ["a0[", "", "]"],
    ["a1[", "", "]"],
    ["m[", "][", "]"],
    ["s[", "", "].a"],
    ["s[", "", "].b"],
    ["s[", "].v[", "]"],
];

/// How an assignment is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// `T = S + 1;`
    Statement,
    /// `put(&T, S + 1);`
    Put,
    /// `T = get(&S) + 1;`
    Get,
    /// `T = S + 1;` with `same(i)` for its subscripts `i`
    Subscripts,
    /// `put_at(a, i, S + 1);` for `a[i]`
    PutAt,
}

#[derive(Clone, Debug)]
pub struct Assignment {
    pub way: Way,
    pub target: Element,
    pub source: Element,
    pub update: bool,
    /// `if (sum OP 0)`
    pub guard: Option<(Sum, &'static str)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Over {
    Nobody,
    Blocks { cyclic: bool },
    Threads,
    Both { cyclic: bool },
}

impl Over {
    pub fn takes_block(self) -> bool {
        matches!(self, Over::Blocks { .. } | Over::Both { .. })
    }

    pub fn takes_thread(self) -> bool {
        matches!(self, Over::Threads | Over::Both { .. })
    }
}

/// From `first` towards `end`, which is not reached.
#[derive(Clone, Debug)]
pub struct Loop {
    pub first: Sum,
    pub end: Sum,
    pub step: i64,
    pub over: Over,
    pub jam: Jam,
    pub body: Vec<Item>,
}

/// `jam(copies:width)`
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jam {
    pub copies: i64,
    pub width: i64,
}

impl Jam {
    /// The thread of so many that has an iteration of a block's.
    pub fn thread(self, k: i64, threads: i64) -> i64 {
        k % (threads * self.copies) / self.width % threads
    }
}

impl Loop {
    pub fn trips(&self, iteration: &[i64], sizes: Sizes) -> i64 {
        let (first, end) = (self.first.value(iteration, sizes), self.end.value(iteration, sizes));
        let distance = if self.step > 0 { end - first } else { first - end };
        let size = self.step.abs();
        (distance.max(0) + size - 1) / size
    }
}

#[derive(Clone, Debug)]
pub enum Item {
    Loop(Loop),
    Assign(Assignment),
    Singular(Assignment),
    Barrier,
}

#[derive(Clone, Debug)]
pub struct Kernel {
    /// Sizes of the dimensions; the first of `tblock` may be `n`.
    pub blocks: Vec<i64>,
    pub threads: Vec<i64>,
    pub n_blocks: bool,
    /// `z.n` and `z.w` instead of `n` and `w`.
    pub sizes_in_struct: bool,
    pub body: Vec<Item>,
}

impl Kernel {
    /// The number of blocks in each dimension; none is made one.
    pub fn blocks(&self, sizes: Sizes) -> Vec<i64> {
        let mut blocks = self.blocks.clone();
        if self.n_blocks {
            blocks[0] = sizes.n.max(1);
        }
        blocks
    }

    /// The runs that are worth a look, and those of a report.
    pub fn runs(&self, reported: &[Sizes]) -> Vec<Sizes> {
        let (mut n, mut w) = (self.n_blocks, false);
        mentions(&self.body, &mut n, &mut w);
        let ns: &[i64] = if n { &[2, -2, -1, 0, 1, 3, 6] } else { &[1] };
        let ws: &[i64] = if w { &[2, -1, 0, 1, 3, 7] } else { &[1] };
        let all = ns.iter().flat_map(|n| ws.iter().map(|w| Sizes { n: *n, w: *w }));
        reported.iter().copied().chain(all).collect()
    }
}

fn mentions(items: &[Item], n: &mut bool, w: &mut bool) {
    let mut see = |sum: &Sum| {
        *n |= sum.n != 0;
        *w |= sum.w != 0 || sum.row.is_some();
    };
    for item in items {
        match item {
            Item::Barrier => {}
            Item::Assign(a) | Item::Singular(a) => {
                a.target.subscripts.iter().chain(&a.source.subscripts).for_each(&mut see);
                a.guard.iter().for_each(|(sum, _)| see(sum));
            }
            Item::Loop(l) => {
                [&l.first, &l.end].into_iter().for_each(&mut see);
                let (mut inner_n, mut inner_w) = (false, false);
                mentions(&l.body, &mut inner_n, &mut inner_w);
                see(&Sum { n: i64::from(inner_n), row: inner_w.then_some(0), ..Sum::default() });
            }
        }
    }
}

// How one is made -------------------------------------------------------------

fn any_subscript(depth: usize) -> impl Strategy<Value = Sum> {
    let coefficient =
        prop_oneof![8 => Just(0i64), 12 => Just(1), 3 => Just(-1), 3 => Just(2), 2 => Just(4), 2 => Just(10)];
    let indices = proptest::collection::vec(coefficient, depth);
    let row = proptest::option::weighted(0.15, 0..depth.max(1));
    let size = proptest::sample::select(vec![0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
    (indices, size, row, 0..4i64).prop_map(move |(mut indices, size, row, offset)| {
        let row = row.filter(|_| depth > 1);
        row.iter().for_each(|at| indices[*at] = 0);
        Sum {
            indices,
            n: i64::from(size == 1),
            w: i64::from(size == 2 && row.is_some()),
            row,
            offset,
            wrapped: None,
        }
    })
}

fn any_element(depth: usize) -> impl Strategy<Value = Element> {
    let linear = (0..2usize, any_subscript(depth))
        .prop_map(|(array, subscript)| Element { array, subscripts: vec![subscript] });
    let member = (3..5usize, any_subscript(depth))
        .prop_map(|(array, subscript)| Element { array, subscripts: vec![subscript] });
    let rows = proptest::sample::select(vec![2, 5]);
    let square = (rows, any_subscript(depth), any_subscript(depth)).prop_map(|(array, row, mut column)| {
        // The column stays inside the row, as C demands; inside a struct that has to be proven.
        let most = if array == 5 { 0 } else { 2 };
        column.indices.iter_mut().for_each(|c| *c = (*c).min(most).max(-most));
        let column = Sum { n: 0, w: 0, row: None, offset: column.offset + COLUMNS / 2, ..column };
        Element { array, subscripts: vec![row, column] }
    });
    prop_oneof![5 => linear, 1 => square, 1 => member]
}

/// The length of the rows of `m` and of the structs' `v`, and far more than twice a column's index.
pub const COLUMNS: i64 = 400;

fn any_assignment(depth: usize) -> impl Strategy<Value = Assignment> {
    let indices = proptest::collection::vec(-1..2i64, depth);
    let guard = (indices, -2..3i64, proptest::sample::select(vec![">=", ">=", "==", "!=", "<"]))
        .prop_map(|(indices, offset, op)| (Sum { indices, offset, ..Sum::default() }, op));
    let ways =
        vec![Way::Statement, Way::Statement, Way::Statement, Way::Put, Way::Get, Way::Subscripts, Way::PutAt];
    let way = proptest::sample::select(ways);
    let update = prop::bool::weighted(0.2);
    (way, any_element(depth), any_element(depth), update, prop::option::weighted(0.2, guard))
        .prop_map(|(way, target, source, update, guard)| Assignment { way, target, source, update, guard })
}

/// `blocks` and `threads`: dimensions still free; `split`: inside a loop over
/// threads, where there is no barrier and no `singular`.
fn any_items(depth: usize, blocks: usize, threads: usize, split: bool) -> BoxedStrategy<Vec<Item>> {
    let assign = any_assignment(depth).prop_map(Item::Assign);
    let mut choices = vec![(4, assign.boxed())];
    if !split {
        choices.push((1, any_assignment(depth).prop_map(Item::Singular).boxed()));
        choices.push((2, Just(Item::Barrier).boxed()));
    }
    if depth < 3 {
        choices.push((6, any_loop(depth, blocks, threads, split).prop_map(Item::Loop).boxed()));
    }
    proptest::collection::vec(proptest::strategy::Union::new_weighted(choices), 1..4).boxed()
}

/// Where a loop of constant length begins and ends; `n`, `w` or the index of a
/// loop around it may stand in for either.
fn any_range(depth: usize, step: i64) -> impl Strategy<Value = (Sum, Sum)> {
    let kinds = if depth > 0 { vec![0, 0, 0, 0, 1, 1, 2, 3, 4, 4] } else { vec![0, 0, 1] };
    (0..3i64, 0..7i64, proptest::sample::select(kinds), 0..depth.max(1)).prop_map(
        move |(low, count, kind, around)| {
            let constant = |offset| Sum { indices: vec![0; depth], offset, ..Sum::default() };
            let index = |offset| {
                let mut sum = constant(offset);
                sum.indices[around] = 1;
                sum
            };
            let size = match kind {
                4 => Sum { w: 1, ..constant(0) },
                _ => Sum { n: 1, ..constant(count % 2) },
            };
            let end = low + count * step;
            match (kind, step > 0) {
                (0, _) => (constant(low), constant(end)),
                (1 | 4, true) => (constant(low), size),
                (1 | 4, false) => (size, constant(low)),
                (2, true) => (index(low), constant(end + 3)),
                (2, false) => (constant(low + count), index(0)),
                (_, true) => (constant(low), index(count / 2)),
                (_, false) => (index(count / 2), constant(low)),
            }
        },
    )
}

fn any_loop(depth: usize, blocks: usize, threads: usize, split: bool) -> BoxedStrategy<Loop> {
    let mut overs = vec![Over::Nobody];
    if blocks > 0 {
        overs.extend([Over::Blocks { cyclic: false }, Over::Blocks { cyclic: true }]);
    }
    if threads > 0 {
        overs.extend([Over::Threads, Over::Threads]);
    }
    if blocks > 0 && threads > 0 {
        overs.extend([Over::Both { cyclic: false }, Over::Both { cyclic: true }]);
    }
    let step = prop_oneof![6 => Just(1i64), 1 => Just(2), 1 => Just(3), 2 => Just(-1), 1 => Just(-2)];
    let jam = |copies, width| Jam { copies, width };
    let jams = vec![jam(1, 1), jam(1, 1), jam(1, 1), jam(2, 1), jam(2, 2), jam(4, 2)];
    (proptest::sample::select(overs), step, proptest::sample::select(jams))
        .prop_flat_map(move |(over, step, jam)| {
            let jam = if over.takes_thread() { jam } else { Jam { copies: 1, width: 1 } };
            let split = split || over.takes_thread();
            let (blocks, threads) =
                (blocks - usize::from(over.takes_block()), threads - usize::from(over.takes_thread()));
            let body = any_items(depth + 1, blocks, threads, split);
            (any_range(depth, step), body).prop_map(move |((first, end), body)| Loop {
                first,
                end,
                step,
                over,
                jam,
                body,
            })
        })
        .boxed()
}

/// Any kernel, some of whose subscripts and conditions have operators that are not affine.
pub fn any_kernel_with_operators() -> impl Strategy<Value = Kernel> {
    let operator = prop::sample::select(vec![
        Operator::Remainder,
        Operator::Quotient,
        Operator::And,
        Operator::Xor,
        Operator::Shift,
        Operator::Unsigned,
        Operator::Signed,
        Operator::Product,
    ]);
    let by = prop::sample::select(vec![1, 2, 3, 4, 5, 7, 8, 16]);
    let wrapped = (operator, by, prop::bool::weighted(0.4)).prop_map(|(operator, by, and_index)| Wrapped {
        operator,
        by,
        and_index,
    });
    let wrapped = prop::collection::vec(prop::option::weighted(0.4, wrapped), 1..8);
    (any_kernel(), wrapped).prop_map(|(mut kernel, wrapped)| {
        wrap(&mut kernel.body, 0, &mut wrapped.iter().copied().cycle());
        kernel
    })
}

fn wrap(items: &mut [Item], depth: usize, wrapped: &mut impl Iterator<Item = Option<Wrapped>>) {
    for item in items {
        match item {
            Item::Barrier => {}
            Item::Loop(l) => wrap(&mut l.body, depth + 1, wrapped),
            Item::Assign(_) | Item::Singular(_) if depth == 0 => {}
            Item::Assign(a) | Item::Singular(a) => {
                // Columns must stay inside their row.
                let linear = [&mut a.target, &mut a.source].into_iter().filter(|e| e.subscripts.len() == 1);
                let sums =
                    linear.flat_map(|e| &mut e.subscripts).chain(a.guard.iter_mut().map(|(sum, _)| sum));
                sums.for_each(|sum| sum.wrapped = wrapped.next().flatten());
            }
        }
    }
}

/// Any kernel.
pub fn any_kernel() -> impl Strategy<Value = Kernel> {
    let sizes = || proptest::collection::vec(1..4i64, 1..3);
    let flags = (prop::bool::weighted(0.1), prop::bool::weighted(0.1));
    (sizes(), sizes(), flags).prop_flat_map(|(blocks, threads, (n_blocks, sizes_in_struct))| {
        let body = any_items(0, blocks.len(), threads.len(), false);
        body.prop_map(move |body| {
            let (blocks, threads) = (blocks.clone(), threads.clone());
            Kernel { blocks, threads, n_blocks, sizes_in_struct, body }
        })
    })
}
