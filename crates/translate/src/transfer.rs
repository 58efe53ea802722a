//! How a copy between host and device runs: which bytes are contiguous.
//!
//! From the innermost dimension outwards, as long as a dimension is copied
//! whole and is whole on both sides, its rows lie one after the other. What is
//! left over is a run, repeated over at most a few strided dimensions: none is
//! one plain copy, one is a 2-D copy, more are loops around 2-D copies.

use emit::Printer;
use kir::{DeviceArray, Extent, HostSection};

use crate::words::{difference, factor, product};

/// A planned copy; all texts are C expressions.
pub(crate) struct Plan {
    /// Dimensions to loop over around the copy: name of the counter, count.
    pub loops: Vec<(String, String)>,
    /// Address of the first byte on the host.
    pub host: String,
    /// Address of the first byte on the device.
    pub device: String,
    /// Bytes of one run.
    pub width: String,
    /// How many runs, and the distance between them in bytes on both sides;
    /// `None` for a single run.
    pub rows: Option<Rows>,
    /// Each run is somewhere else on the host: there may be very many, and short ones.
    pub scattered: bool,
}

impl Plan {
    /// A statement inside the loops of the plan.
    pub(crate) fn in_loops(&self, statement: &str) -> String {
        let mut text = String::new();
        for (depth, (counter, count)) in self.loops.iter().enumerate() {
            let indent = "    ".repeat(depth);
            text.push_str(&format!("{indent}for (size_t {counter} = 0; {counter} < {count}; {counter}++)\n"));
        }
        text.push_str(&"    ".repeat(self.loops.len()));
        text.push_str(statement);
        text
    }
}

/// The strided dimension of a 2-D copy.
pub(crate) struct Rows {
    pub count: String,
    pub host_pitch: String,
    pub device_pitch: String,
}

/// One side's view of a dimension.
struct Dim {
    first: String,
    count: String,
    host_extent: Option<String>,
    /// First index in the device copy.
    device_first: String,
    device_extent: String,
    whole: bool,
}

/// The host side of a transfer.
pub(crate) struct HostSide<'a> {
    /// The variable as text.
    pub base: String,
    /// It is an array (not a pointer): `&A[i][j]` is its element's address.
    pub nested: bool,
    /// Every row is somewhere else: only its own elements follow each other.
    pub row_pointers: bool,
    /// Another variable's section, if the copy goes elsewhere.
    pub elsewhere: Option<&'a HostSection>,
    /// Extents of that other variable.
    pub elsewhere_extents: Vec<Option<String>>,
}

/// Plans the copy of a section of a device array.
pub(crate) fn plan(
    printer: &mut Printer<'_>,
    array: &DeviceArray,
    device: &str,
    section: &HostSection,
    side: &HostSide<'_>,
) -> Plan {
    let element = format!("sizeof({})", printer.type_text(array.element.unqualified()));
    if array.dims.is_empty() {
        let host = format!("&{}", side.base);
        return Plan {
            loops: Vec::new(),
            host,
            device: device.into(),
            width: element,
            rows: None,
            scattered: false,
        };
    }
    let dims = dimensions(printer, array, section, side);
    // The first dimension (from the left) behind which everything is whole.
    let pivot =
        (0..dims.len()).rev().take_while(|&k| k == dims.len() - 1 || dims[k + 1].whole).last().unwrap_or(0);
    let pivot = if side.row_pointers { dims.len() - 1 } else { pivot };
    let mut run: Vec<String> = vec![element.clone(), dims[pivot].count.clone()];
    run.extend(dims[pivot + 1..].iter().map(|d| d.count.clone()));
    let row_dim = pivot.checked_sub(1).filter(|_| !side.row_pointers);
    let rows = row_dim.map(|k| Rows {
        count: dims[k].count.clone(),
        host_pitch: pitch(&element, &dims[k + 1..], |d| d.host_extent.clone().unwrap_or_default()),
        device_pitch: pitch(&element, &dims[k + 1..], |d| d.device_extent.clone()),
    });
    let loops: Vec<(String, String)> = (0..if side.row_pointers { pivot } else { row_dim.unwrap_or(0) })
        .map(|k| {
            let name = if side.row_pointers && k + 1 == pivot { "row" } else { "plane" };
            (format!("{name}{}", if k == 0 { String::new() } else { k.to_string() }), dims[k].count.clone())
        })
        .collect();
    let counters: Vec<Option<String>> =
        (0..dims.len()).map(|k| loops.get(k).map(|(name, _)| name.clone())).collect();
    Plan {
        host: host_address(&dims, side, &counters),
        device: device_address(&dims, array, device, &counters),
        loops,
        width: product(&run),
        rows,
        scattered: side.row_pointers,
    }
}

/// Statements that collect a section in an array of its own, element by
/// element: for copies that must be one run.
pub(crate) fn gathered(
    printer: &mut Printer<'_>,
    array: &DeviceArray,
    section: &HostSection,
    side: &HostSide<'_>,
    into: &str,
) -> String {
    let dims = dimensions(printer, array, section, side);
    let counters: Vec<String> = (0..dims.len()).map(|k| format!("index{k}")).collect();
    let named: Vec<Option<String>> = counters.iter().cloned().map(Some).collect();
    let from = host_address(&dims, side, &named);
    let mut text = String::new();
    for (depth, (counter, dim)) in counters.iter().zip(&dims).enumerate() {
        let (indent, count) = ("    ".repeat(depth), &dim.count);
        text.push_str(&format!("{indent}for (size_t {counter} = 0; {counter} < {count}; {counter}++)\n"));
    }
    let subscripts: String = counters.iter().map(|counter| format!("[{counter}]")).collect();
    let from = from.strip_prefix('&').unwrap_or(&from);
    text.push_str(&format!("{}{into}{subscripts} = {from};", "    ".repeat(dims.len())));
    text
}

/// First index and count of each dimension, as the host counts.
pub(crate) fn ranges(
    printer: &mut Printer<'_>,
    array: &DeviceArray,
    section: &HostSection,
    side: &HostSide<'_>,
) -> Vec<(String, String)> {
    dimensions(printer, array, section, side).into_iter().map(|dim| (dim.first, dim.count)).collect()
}

fn dimensions(
    printer: &mut Printer<'_>,
    array: &DeviceArray,
    section: &HostSection,
    side: &HostSide<'_>,
) -> Vec<Dim> {
    let mut dims = Vec::new();
    for (k, dim) in array.dims.iter().enumerate() {
        let device_lo = extent_text(printer, dim.lo);
        let device_extent = extent_text(printer, dim.extent);
        let (first, size, all) = match section.ranges.get(k) {
            Some(&(first, count)) => {
                let (first, count) = (printer.expr_text(first), printer.expr_text(count));
                let all = first == device_lo && count == device_extent;
                (first, count, all)
            }
            None => (device_lo.clone(), device_extent.clone(), true),
        };
        let offset = difference(&first, &device_lo);
        // A copy to another variable has that one's first index and extent.
        let elsewhere = side.elsewhere.and_then(|other| other.ranges.get(k));
        let (host_first, host_extent, starts_both) = match elsewhere {
            Some(&(lo, _)) => {
                let lo = printer.expr_text(lo);
                let extent = side.elsewhere_extents.get(k).cloned().flatten();
                let starts = lo == "0";
                (lo, extent, starts)
            }
            None => (first, dim.host_extent.map(|e| extent_text(printer, e)), dim.lo == Extent::Constant(0)),
        };
        let whole = all && starts_both && host_extent.as_ref() == Some(&device_extent);
        dims.push(Dim {
            first: host_first,
            count: size,
            host_extent,
            device_first: offset,
            device_extent,
            whole,
        });
    }
    dims
}

/// Bytes from one index of a dimension to the next, given the dimensions
/// inside it.
fn pitch(element: &str, inner: &[Dim], extent: impl Fn(&Dim) -> String) -> String {
    let mut factors = vec![element.to_string()];
    factors.extend(inner.iter().map(extent));
    product(&factors)
}

/// `&A[i][j]`, or `A` when that is the same.
fn host_address(dims: &[Dim], side: &HostSide<'_>, counters: &[Option<String>]) -> String {
    let indices: Vec<String> = dims.iter().zip(counters).map(|(d, c)| plus(&d.first, c.as_deref())).collect();
    if indices.iter().all(|i| i == "0") {
        return side.base.clone();
    }
    if let (true, Some(("0", outer))) = (side.row_pointers, split_last(&indices)) {
        let subscripts: String = outer.iter().map(|i| format!("[{i}]")).collect();
        return format!("{}{subscripts}", side.base);
    }
    if side.nested || side.row_pointers || dims.len() == 1 {
        let subscripts: String = indices.iter().map(|i| format!("[{i}]")).collect();
        return format!("&{}{subscripts}", side.base);
    }
    let extents = dims.iter().map(|d| d.host_extent.clone().unwrap_or_default());
    format!("&{}[{}]", side.base, linear(&indices, extents))
}

fn split_last(indices: &[String]) -> Option<(&str, &[String])> {
    indices.split_last().map(|(last, outer)| (last.as_str(), outer))
}

fn device_address(dims: &[Dim], array: &DeviceArray, device: &str, counters: &[Option<String>]) -> String {
    let indices: Vec<String> =
        dims.iter().zip(counters).map(|(d, c)| plus(&d.device_first, c.as_deref())).collect();
    if indices.iter().all(|i| i == "0") {
        return device.to_string();
    }
    if array.constant_inner_extents().is_some() {
        let subscripts: String = indices.iter().map(|i| format!("[{i}]")).collect();
        return format!("&{device}{subscripts}");
    }
    format!("&{device}[{}]", linear(&indices, dims.iter().map(|d| d.device_extent.clone())))
}

/// `(size_t)i * m + j`
fn linear(indices: &[String], extents: impl Iterator<Item = String>) -> String {
    let mut offset = String::from("0");
    let mut is_wide = false;
    for (index, extent) in indices.iter().zip(extents) {
        let before = match (offset.as_str(), is_wide) {
            ("0", _) => None,
            ("1", _) => Some(extent),
            (_, false) => Some(format!("(size_t){} * {}", factor(&offset), factor(&extent))),
            (_, true) => Some(format!("({offset}) * {}", factor(&extent))),
        };
        is_wide |= before.is_some() && offset != "1";
        offset = match (before, index.as_str()) {
            (None, index) => index.to_string(),
            (Some(before), "0") => before,
            (Some(before), index) => format!("{before} + {}", factor(index)),
        };
    }
    offset
}

fn plus(first: &str, counter: Option<&str>) -> String {
    match (first, counter) {
        (first, None) => first.to_string(),
        ("0", Some(counter)) => counter.to_string(),
        (first, Some(counter)) => format!("{} + {counter}", factor(first)),
    }
}

/// A size as text.
pub(crate) fn extent_text(printer: &mut Printer<'_>, extent: Extent) -> String {
    match extent {
        Extent::Constant(value) => value.to_string(),
        Extent::Expr(expr) => printer.expr_text(expr),
    }
}
