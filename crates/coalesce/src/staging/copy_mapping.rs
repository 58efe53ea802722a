//! Which threads carry which elements of a tile.
//!
//! ```c
//! for (unsigned k = 0; k < 4; k++) {
//!     const unsigned r = k * 8 + threadIdx.y;            // eight warps, a row each
//!     for (unsigned q = 0; q < 4; q++) {
//!         const unsigned c = q * 32 + threadIdx.x;       // 128 columns, a line at a time
//! ```
//! A warp stays in a row for all of its columns: the row's address and whether it is there
//! at all are found out once, and the columns are constants beyond it. That is half of the
//! instructions of a copy where indices are `int`, and less where they have 64 bits. All
//! loops are counted, so that all loads can be under way before the first has arrived.
//!
//! Where blocks are no whole number of warps, element `e` is in row `e / columns`.

use crate::kernel::Kernel;
use crate::layout::INDENT;
use crate::staging::team::Team;
use gpu::WARP;

/// The shares of the threads in a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CopyMapping {
    /// Threads side by side.
    lanes: u64,
    /// Rows that are carried at once.
    at_once: u64,
    /// Rows for each thread, and elements in each of them.
    pub rounds: u64,
    pub parts: u64,
}

impl CopyMapping {
    /// Equal shares, if there are any.
    pub(crate) fn of(team: &Team, columns: u64) -> Option<CopyMapping> {
        let lanes = columns.min(WARP);
        let threads = team.threads();
        if lanes == 0 || !threads.is_multiple_of(lanes) || !columns.is_multiple_of(lanes) {
            return None;
        }
        let at_once = threads / lanes;
        let is_even = team.rows.is_multiple_of(at_once);
        is_even.then(|| CopyMapping { lanes, at_once, rounds: team.rows / at_once, parts: columns / lanes })
    }

    /// Elements for each thread.
    pub(crate) fn elements(self) -> u64 {
        self.rounds * self.parts
    }

    /// Are the lanes those of warps whose number is `threadIdx.y`?
    pub(crate) fn is_by_warps(self, team: &Team) -> bool {
        team.has_helpers() && team.rows == WARP && self.lanes == WARP
    }

    /// The registers of a thread for a tile: `a_next[4][4]`.
    pub(crate) fn registers(self, name: &str) -> String {
        match self.parts {
            1 => format!("{name}[{}]", self.rounds),
            parts => format!("{name}[{}][{parts}]", self.rounds),
        }
    }

    /// The one of them for the element at hand: `a_next[k][q]`.
    pub(crate) fn register(self, kernel: &Kernel<'_>, name: &str) -> String {
        match self.parts {
            1 => format!("{name}[{}]", kernel.fresh("k")),
            _ => format!("{name}[{}][{}]", kernel.fresh("k"), kernel.fresh("q")),
        }
    }
}

/// The text of the loops over a tile.
pub(crate) struct TileLoops {
    /// Up to where the row is known,
    pub rows: String,
    /// up to where the column is,
    pub columns: String,
    /// and behind what is done with the element.
    pub close: String,
    /// The indentation of what depends on the row, and of what depends on the column.
    pub in_row: String,
    pub in_column: String,
}

/// The loops over a tile of so many columns.
pub(crate) fn tile_loops(kernel: &Kernel<'_>, team: &Team, columns: u64, indent: &str) -> TileLoops {
    let (row, column, number) = (kernel.fresh("r"), kernel.fresh("c"), &team.number);
    let in_row = format!("{indent}{INDENT}");
    let Some(mapping) = CopyMapping::of(team, columns) else {
        let (element, rows, threads) = (kernel.fresh("e"), team.rows, team.threads());
        let rows = format!(
            "{indent}for (unsigned {element} = {number}; {element} < {rows} * {columns}; {element} += {threads}) {{\n\
             {in_row}const unsigned {row} = {element} / {columns}, {column} = {element} % {columns};\n"
        );
        let close = format!("{indent}}}\n");
        return TileLoops { rows, columns: String::new(), close, in_column: in_row.clone(), in_row };
    };
    let CopyMapping { lanes, at_once, rounds, parts } = mapping;
    let step = kernel.fresh("k");
    let (warp, lane) = match () {
        () if mapping.is_by_warps(team) => ("threadIdx.y".to_owned(), "threadIdx.x".to_owned()),
        () if at_once == 1 => (String::new(), number.clone()),
        () => (format!("{number} / {lanes}"), format!("{number} % {lanes}")),
    };
    let of_row = if at_once == 1 { step.clone() } else { format!("{step} * {at_once} + {warp}") };
    let head = format!("#pragma unroll\n{indent}for (unsigned {step} = 0; {step} < {rounds}; {step}++) {{\n");
    if parts == 1 {
        let rows = format!("{head}{in_row}const unsigned {row} = {of_row}, {column} = {lane};\n");
        let close = format!("{indent}}}\n");
        return TileLoops { rows, columns: String::new(), close, in_column: in_row.clone(), in_row };
    }
    let (part, in_column) = (kernel.fresh("q"), format!("{in_row}{INDENT}"));
    TileLoops {
        rows: format!("{head}{in_row}const unsigned {row} = {of_row};\n"),
        columns: format!(
            "#pragma unroll\n\
             {in_row}for (unsigned {part} = 0; {part} < {parts}; {part}++) {{\n\
             {in_column}const unsigned {column} = {part} * {lanes} + {lane};\n"
        ),
        close: format!("{in_row}}}\n{indent}}}\n"),
        in_row,
        in_column,
    }
}
