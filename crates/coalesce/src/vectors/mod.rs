//! Elements of a thread that are side by side, moved by one instruction.
//!
//! # Before
//! ```c
//! y[i] = 0.3f * a[4 * i] + 0.6f * a[4 * i + 1] + 0.1f * a[4 * i + 2] + a[4 * i + 3];
//! ```
//! # After
//! ```c
//! const float4 a4 = *reinterpret_cast<const float4 *>(&a[4 * i]);
//! y[i] = 0.3f * a4.x + 0.6f * a4.y + 0.1f * a4.z + a4.w;
//! ```
//! Structs of 8 and 16 bytes, and loops over the elements, get a union of the vector and
//! what it holds.
//!
//! # Legal when
//! 1. a vector begins with the first element: the array does with an allocation, as all
//!    launches show, or the kernel looks;
//! 2. whoever accesses one of the elements accesses all, so that all are there;
//! 3. of an array that is written each thread has elements of its own, and what is
//!    written is written whatever the data;
//! 4. other names of the same memory see what they saw before.
//!
//! # Worth it when
//! the transactions become fewer.

pub(crate) mod alignment;
pub(crate) mod group;
pub(crate) mod region;
pub(crate) mod text;

use analyze::Access;
use analyze::coalescing::{Cost, Pattern};
use gpu::transactions::sectors_of_warp;
use hir::TypeKind;

use crate::Applied;
use crate::kernel::Kernel;
use crate::legality;
use crate::patch::Patch;
use crate::predict::Parts;
use crate::refusal::{Refusal, refuse};
use crate::vectors::alignment::begins_an_allocation;
use crate::vectors::group::{Group, LARGEST, Lane, groups, is_in_part, vector_type};
use crate::vectors::region::{Region, parents, region};
use crate::vectors::text::{Form, Vector};

/// Moves elements of a thread together; returns why.
pub(crate) fn vectors(kernel: &Kernel<'_>, patch: &mut Patch) -> Result<Applied, Refusal> {
    legality::is_plain(kernel)?;
    let mut refusal = None;
    let mut all: Vec<Group<'_>> = Vec::new();
    for (access, cost) in kernel.strided() {
        if all.iter().any(|group| group.array == access.place.var) {
            continue;
        }
        match groups(kernel, access, cost) {
            Ok(found) => all.extend(found),
            Err(why) => refusal = refusal.or(Some(why)),
        }
    }
    let parents = parents(kernel.program(), kernel.found.body);
    let mut chosen: Vec<(&Group<'_>, Region)> = Vec::new();
    for group in &all {
        let found = region(kernel, &parents, group).and_then(|region| {
            region.holds(kernel, group)?;
            region.is_alone(kernel, group, &all)?;
            is_worth_it(kernel, group, &region)?;
            Ok(region)
        });
        match found {
            Ok(region) => chosen.push((group, region)),
            Err(why) => refusal = refusal.or(Some(why)),
        }
    }
    chosen.sort_by_key(|(group, _)| group.array);
    leave_others(kernel, &chosen, refusal)?;
    write(kernel, &chosen, patch)
}

/// Fewer transactions than element by element?
fn is_worth_it(kernel: &Kernel<'_>, group: &Group<'_>, region: &Region) -> Result<(), Refusal> {
    let own = |access: &Access| group.accesses.iter().find(|(own, _)| own.lvalue == access.lvalue);
    let now: f64 = kernel
        .costs
        .iter()
        .filter_map(|(access, cost)| Some(ways(access) * iterations(own(access)?.1) * price(cost)))
        .sum();
    if moved(group, region.needs_load(kernel, group)) >= now {
        let name = kernel.input.name(group.array);
        let reason = format!("too little of `{name}` is accessed: a vector needs as many transactions");
        return refuse(group.accesses[0].0.span, reason);
    }
    Ok(())
}

/// Is all that is strided as large as a vector?
pub(crate) fn are_all_that_is_strided(kernel: &Kernel<'_>) -> bool {
    kernel.strided().all(|(access, cost)| match cost.pattern {
        Pattern::Strided(Some(step)) => {
            let bytes = step.unsigned_abs() * u128::from(cost.size);
            bytes.is_power_of_two() && bytes <= LARGEST.into() && is_in_part(kernel, access, cost)
        }
        _ => false,
    })
}

pub(crate) fn ways(access: &Access) -> f64 {
    if access.mode == analyze::AccessMode::Update { 2.0 } else { 1.0 }
}

pub(crate) fn price(cost: &Cost) -> f64 {
    cost.transactions.unwrap_or(cost.fewest)
}

pub(crate) fn iterations(lane: Lane) -> f64 {
    (lane.range().end - lane.range().start) as f64
}

/// Transactions by which a warp stores elements one by one.
pub(crate) fn stores(kernel: &Kernel<'_>, accesses: &[(&Access, Lane)]) -> f64 {
    let written = accesses.iter().filter(|(access, _)| access.mode.writes());
    let cost = |access: &Access| kernel.costs.iter().find(|(own, _)| own.lvalue == access.lvalue);
    written.filter_map(|(access, lane)| Some(iterations(*lane) * price(&cost(access)?.1))).sum()
}

/// Transactions of a warp for its vectors.
fn moved(group: &Group<'_>, loads: bool) -> f64 {
    let times = f64::from(u8::from(loads)) + f64::from(u8::from(group.is_written()));
    times * sectors_of_warp(group.bytes)
}

/// Notes the strided accesses that stay. Rows are for other remedies.
fn leave_others(
    kernel: &Kernel<'_>,
    chosen: &[(&Group<'_>, Region)],
    refusal: Option<Refusal>,
) -> Result<(), Refusal> {
    let span = kernel.program().functions[kernel.found.function].span;
    let is_in = |access: &Access| {
        chosen.iter().any(|(group, _)| group.accesses.iter().any(|(own, _)| own.lvalue == access.lvalue))
    };
    if chosen.is_empty() {
        return refusal.map_or_else(|| refuse(span, "no thread accesses elements side by side"), Err);
    }
    for (access, cost) in kernel.strided().filter(|(access, _)| !is_in(access)) {
        if !access.loops.is_empty() {
            return refuse(access.span, "no vector holds what a thread accesses along a row");
        }
        kernel.leave(crate::row_walk::no_walk(access, cost));
    }
    Ok(())
}

fn write(
    kernel: &Kernel<'_>,
    chosen: &[(&Group<'_>, Region)],
    patch: &mut Patch,
) -> Result<Applied, Refusal> {
    let mut vectors: Vec<Vector<'_, '_>> = Vec::new();
    for (group, region) in chosen {
        let names: Vec<&str> = vectors.iter().map(|vector| vector.name.as_str()).collect();
        vectors.push(vector(kernel, group, region, &names)?);
    }
    text::write(kernel, &vectors, patch)?;
    let mut names: Vec<String> =
        chosen.iter().map(|(group, _)| format!("`{}`", kernel.input.name(group.array))).collect();
    names.dedup();
    let (now, then, bytes) = traffic(kernel, &vectors);
    let stores = vectors.iter().map(|vector| stores(kernel, &vector.group.accesses)).sum();
    let words = chosen.iter().map(|(group, _)| group.bytes / 4).max().unwrap_or(1).max(1);
    let (threads, size) = Parts::threads(words);
    let largest = chosen.iter().map(|(group, _)| group.bytes).max().unwrap_or(0);
    let parts = Parts { threads, bytes, largest, transactions: now, stores };
    let (before, after) = (parts.one_by_one(kernel.gpu), parts.together(kernel.gpu, then));
    let looks = match vectors.iter().any(|vector| !vector.is_aligned) {
        true => "; it looks where they begin, since not all launches show it",
        false => "",
    };
    let reason = format!(
        "each thread moves its part of {} as a vector: {now:.0} transactions of a warp before, {then:.0} after{looks}",
        enumerated(&names)
    );
    Ok(Applied { reason, predicted: Some((before, after, size)), restricted: Vec::new(), crossing: None })
}

/// "`a`, `b` and `c`"
pub(crate) fn enumerated(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
    }
}

/// Transactions of a warp before and after, and the bytes of a thread.
fn traffic(kernel: &Kernel<'_>, vectors: &[Vector<'_, '_>]) -> (f64, f64, f64) {
    let trips = |access: &Access| {
        let mut own = vectors.iter().flat_map(|vector| &vector.group.accesses);
        own.find(|(own, _)| own.lvalue == access.lvalue).map(|(_, lane)| iterations(*lane))
    };
    let (mut now, mut then, mut bytes) = (0.0, 0.0, 0.0);
    for (access, cost) in &kernel.costs {
        let trips = trips(access);
        now += ways(access) * trips.unwrap_or(1.0) * price(cost);
        if trips.is_none() {
            then += ways(access) * price(cost);
            bytes += ways(access) * cost.size as f64;
        }
    }
    for vector in vectors {
        let sectors = moved(vector.group, vector.loads);
        then += sectors;
        bytes += sectors;
    }
    (now, then, bytes)
}

/// How a group is kept in registers.
fn vector<'k, 'a>(
    kernel: &'k Kernel<'a>,
    group: &'k Group<'a>,
    region: &'k Region,
    taken: &[&str],
) -> Result<Vector<'k, 'a>, Refusal> {
    let program = kernel.program();
    let is_aligned_type = program.align_of(group.element) == Some(group.bytes);
    let form = match group.accesses.iter().any(|(_, lane)| lane.along().is_some()) {
        _ if group.is_struct() && is_aligned_type => Form::Whole,
        _ if group.is_struct() => Form::Struct,
        true => Form::Loop,
        false => Form::Members,
    };
    let words = match form {
        Form::Struct => words_of_struct(kernel, group),
        Form::Whole => kernel.type_text(group.element),
        _ => vector_type(kernel, group.element, group.lanes).unwrap_or_default(),
    };
    let array = kernel.input.name(group.array);
    let wanted = match form {
        Form::Members => format!("{array}{}", group.lanes),
        _ => format!("{array}_own"),
    };
    let mut name = kernel.fresh(&wanted);
    let mut count = 1;
    while taken.contains(&name.as_str()) {
        count += 1;
        name = kernel.fresh(&format!("{wanted}_{count}"));
    }
    let is_aligned = form == Form::Whole || begins_an_allocation(kernel, group.array);
    Ok(Vector { group, region, form, words, name, is_aligned, loads: region.needs_load(kernel, group) })
}

/// The vector that has the bytes of a struct: of its members' type, if they have one.
fn words_of_struct(kernel: &Kernel<'_>, group: &Group<'_>) -> String {
    let program = kernel.program();
    let any = if group.bytes == 8 { "int2" } else { "int4" }.to_owned();
    let TypeKind::Record(record) = *program.types.kind(program.types.strip(group.element)) else {
        return any;
    };
    let Some(fields) = &program.records[record].fields else { return any };
    let kinds: Vec<Option<(String, u64)>> = fields
        .iter()
        .map(|field| {
            let size = program.size_of(field.ty).filter(|size| matches!(size, 4 | 8))?;
            Some((vector_type(kernel, field.ty, group.bytes / size)?, size))
        })
        .collect();
    match kinds.first() {
        Some(Some((name, _))) if kinds.iter().all(|kind| *kind == kinds[0]) => name.clone(),
        _ => any,
    }
}
