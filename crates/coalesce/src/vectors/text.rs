//! How vectors are written into a kernel.
//!
//! ```c
//! const float4 a4 = *reinterpret_cast<const float4 *>(&a[4 * i]);    // members
//! union { float4 words; float of[4]; } a_own = { … };               // in a loop
//! union { float2 words; complex of; } p_own = { … };                // a struct
//! const float4 p_own = p[i];                        // what is a vector already
//! ```
//! Where nothing shows that the array begins like an allocation, the kernel looks, and
//! moves the elements one by one if it does not.

use emit::Precedence;
use hir::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind, VarStorage, const_eval};
use source::line_start;

use crate::Language;
use crate::kernel::Kernel;
use crate::layout::INDENT;
use crate::operand::Operand;
use crate::patch::Patch;
use crate::refusal::{Refusal, refuse, refuse_with};
use crate::vectors::group::{Group, Lane};
use crate::vectors::region::Region;

const MEMBERS: [&str; 4] = ["x", "y", "z", "w"];

/// How the elements are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// As members of a vector.
    Members,
    /// As an array, for loops.
    Loop,
    /// As a struct of the program.
    Struct,
    /// As a struct that is aligned like a vector.
    Whole,
}

/// A group about to be written.
pub(crate) struct Vector<'k, 'a> {
    pub group: &'k Group<'a>,
    pub region: &'k Region,
    pub form: Form,
    /// The vector's type.
    pub words: String,
    pub name: String,
    /// Is it known to begin where a vector may?
    pub is_aligned: bool,
    /// Are the elements loaded, or only stored?
    pub loads: bool,
}

/// Declares the vectors, puts them in the place of the elements, and stores them.
pub(crate) fn write(
    kernel: &Kernel<'_>,
    vectors: &[Vector<'_, '_>],
    patch: &mut Patch,
) -> Result<(), Refusal> {
    let mut unrolled: Vec<StmtId> = Vec::new();
    for vector in vectors {
        for (access, lane) in &vector.group.accesses {
            replace(kernel, vector, access.expr, *lane, patch)?;
            unrolled.extend(lane.along());
        }
    }
    let mut wrapped: Vec<StmtId> = Vec::new();
    for vector in vectors.iter().filter(|vector| vector.region.needs_braces) {
        let stmt = vector.region.first;
        if !wrapped.contains(&stmt) {
            wrapped.push(stmt);
            wrap(kernel, vectors, stmt, unrolled.contains(&stmt), patch)?;
        }
    }
    for vector in vectors.iter().filter(|vector| !vector.region.needs_braces) {
        let first = vector.region.pragma.unwrap_or(vector.region.first);
        let indent =
            kernel.indentation(kernel.range(kernel.program().stmts[vector.region.first].span)?.start);
        insert_before(kernel, first, &load(kernel, vector, &indent)?, &indent, patch)?;
        if vector.group.is_written() {
            let end = kernel.range(kernel.program().stmts[vector.region.last].span)?.end;
            let text = format!("\n{indent}{}", store(kernel, vector, &indent)?);
            patch.insert(kernel.statement_end(end), text);
        }
    }
    unrolled.sort();
    unrolled.dedup();
    for stmt in unrolled {
        let is_told = vectors.iter().any(|v| v.region.pragma.is_some() && v.region.first == stmt);
        let at = kernel.range(kernel.program().stmts[stmt].span)?.start;
        if !is_told && !wrapped.contains(&stmt) && is_first_of_line(kernel, at) {
            patch.insert(line_start(kernel.text(), at), "#pragma unroll\n");
        }
    }
    Ok(())
}

/// `a[4 * i + 1]` is `a4.y`.
fn replace(
    kernel: &Kernel<'_>,
    vector: &Vector<'_, '_>,
    element: ExprId,
    lane: Lane,
    patch: &mut Patch,
) -> Result<(), Refusal> {
    let span = kernel.input.span(element);
    let range = kernel.range(span)?;
    let name = &vector.name;
    let text = match (vector.form, lane) {
        (Form::Whole, _) => name.clone(),
        (Form::Struct, _) => format!("{name}.of"),
        (Form::Members, Lane::One(at)) => format!("{name}.{}", MEMBERS[at as usize % MEMBERS.len()]),
        (_, Lane::One(at)) => format!("{name}.of[{at}]"),
        (_, Lane::Along { .. }) => format!("{name}.of[{}]", lane.index(kernel)),
    };
    // `p->x` has a struct without a text of its own.
    let is_arrow = kernel.text()[range.end..].starts_with(b"->");
    if is_arrow {
        return refuse_with(span, "its struct has no subscript here", "write `p[i].x` for `q->x`");
    }
    patch.replace(range, text);
    Ok(())
}

/// Where all elements begin, as text: `a[4 * i]`.
fn first_element(kernel: &Kernel<'_>, vector: &Vector<'_, '_>) -> Result<Operand, Refusal> {
    lane_text(kernel, vector, 0)
}

/// An element as the program writes it, at the start of the region.
fn lane_text(kernel: &Kernel<'_>, vector: &Vector<'_, '_>, wanted: u64) -> Result<Operand, Refusal> {
    let group = vector.group;
    let fits = |(access, lane): &&(&analyze::Access, Lane)| {
        *lane == Lane::One(wanted) && is_stable(kernel, vector.region, access.expr, None)
    };
    if let Some((access, _)) = group.accesses.iter().find(fits) {
        return kernel.spelled(access.expr, "threadIdx.x");
    }
    for (access, lane) in &group.accesses {
        let Lane::Along { stmt, first, .. } = *lane else { continue };
        let Some(canonical) = kernel.found.region.loops.get(&stmt) else { continue };
        let program = kernel.program();
        let ExprKind::Index { base, index } = program.exprs[access.expr].kind else { continue };
        let ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } =
            program.exprs[kernel.program().without_casts(index)].kind
        else {
            continue;
        };
        let is_index = |e: ExprId| matches!(program.exprs[kernel.program().without_casts(e)].kind, ExprKind::Var(v) if v == canonical.index);
        let from_zero = const_eval::integer(program, canonical.first) == Some(0);
        let outer = match (is_index(lhs), is_index(rhs)) {
            (false, true) => lhs,
            (true, false) => rhs,
            _ => continue,
        };
        if first == wanted
            && from_zero
            && is_stable(kernel, vector.region, access.expr, Some(canonical.index))
        {
            let array = kernel.spelled(base, "threadIdx.x")?;
            return Ok(array.element(&kernel.spelled(outer, "threadIdx.x")?));
        }
    }
    let span = group.accesses[0].0.span;
    refuse(span, "where its first element is cannot be written before it is accessed")
}

/// Does an expression mean at the start of the region what it means where it stands?
fn is_stable(kernel: &Kernel<'_>, region: &Region, expr: ExprId, except: Option<hir::VarId>) -> bool {
    let program = kernel.program();
    let start = program.stmts[region.first].span.lo;
    let changed = region.changed(program);
    program.exprs_below(expr).all(|below| match program.exprs[below].kind {
        ExprKind::Var(var) if Some(var) == except => true,
        ExprKind::Var(var) => match program.vars[var].storage {
            VarStorage::Predefined => true,
            VarStorage::Param => !changed.contains(&var),
            VarStorage::Local => !changed.contains(&var) && program.vars[var].span.hi <= start,
            _ => false,
        },
        ExprKind::Assign { .. } | ExprKind::AssignOp { .. } | ExprKind::IncDec { .. } => false,
        ExprKind::Call { .. } | ExprKind::StmtExpr(_) => false,
        _ => true,
    })
}

/// Looks where the array begins.
fn check(kernel: &Kernel<'_>, vector: &Vector<'_, '_>) -> String {
    let array = kernel.input.name(vector.group.array);
    let number = match kernel.language {
        Language::Cuda => format!("reinterpret_cast<size_t>({array})"),
        Language::OpenCl => format!("(size_t){array}"),
    };
    format!("{number} % {} == 0", vector.group.bytes)
}

/// A pointer to elements as one to words.
fn as_words(kernel: &Kernel<'_>, vector: &Vector<'_, '_>, is_const: &str, first: &Operand) -> String {
    let (words, pointer) = (&vector.words, first.address());
    match kernel.language {
        Language::Cuda => format!("*reinterpret_cast<{is_const}{words} *>({})", pointer.whole()),
        Language::OpenCl => {
            let space = kernel.space(vector.group.array);
            format!("*({space}{is_const}{words} *){}", pointer.at(Precedence::Unary))
        }
    }
}

fn load(kernel: &Kernel<'_>, vector: &Vector<'_, '_>, indent: &str) -> Result<String, Refusal> {
    let Vector { group, form, words, name, is_aligned, .. } = vector;
    let first = first_element(kernel, vector)?;
    let is_const = if group.is_written() { "" } else { "const " };
    let loaded = as_words(kernel, vector, "const ", &first);
    let lanes = group.lanes;
    let held = match form {
        Form::Whole => return Ok(format!("{is_const}{words} {name} = {};", first.value())),
        Form::Members if !vector.loads => return Ok(format!("{words} {name};")),
        Form::Members if *is_aligned => return Ok(format!("{is_const}{words} {name} = {loaded};")),
        Form::Members => {
            let each: Result<Vec<String>, Refusal> =
                (0..lanes).map(|lane| Ok(lane_text(kernel, vector, lane)?.value())).collect();
            return Ok(format!(
                "{is_const}{words} {name} = {}\n{indent}{INDENT}? {loaded}\n{indent}{INDENT}: make_{words}({});",
                check(kernel, vector),
                each?.join(", ")
            ));
        }
        Form::Loop => format!("{} of[{lanes}]", kernel.type_text(group.element)),
        Form::Struct => format!("{} of", kernel.type_text(group.element)),
    };
    let union = format!("union {{ {words} words; {held}; }} {name}");
    Ok(match (vector.loads, is_aligned) {
        (false, _) => format!("{union};"),
        (true, true) => format!("{union} = {{ {loaded} }};"),
        (true, false) => {
            let each = one_by_one(kernel, vector, &first, indent, true);
            format!(
                "{union};\n{indent}if ({})\n{indent}{INDENT}{name}.words = {loaded};\n{indent}else\n{each}",
                check(kernel, vector)
            )
        }
    })
}

fn store(kernel: &Kernel<'_>, vector: &Vector<'_, '_>, indent: &str) -> Result<String, Refusal> {
    let Vector { form, name, is_aligned, .. } = vector;
    let first = first_element(kernel, vector)?;
    let from = if *form == Form::Members { name.clone() } else { format!("{name}.words") };
    let stored = format!("{} = {from};", as_words(kernel, vector, "", &first));
    Ok(match is_aligned {
        _ if *form == Form::Whole => format!("{} = {name};", first.at(Precedence::Unary)),
        true => stored,
        false => {
            let each = match form {
                Form::Members => members_one_by_one(kernel, vector, indent)?,
                _ => format!("{indent}else\n{}", one_by_one(kernel, vector, &first, indent, false)),
            };
            let braces = if *form == Form::Members { " {" } else { "" };
            format!("if ({}){braces}\n{indent}{INDENT}{stored}\n{each}", check(kernel, vector))
        }
    })
}

fn members_one_by_one(kernel: &Kernel<'_>, vector: &Vector<'_, '_>, indent: &str) -> Result<String, Refusal> {
    let mut text = format!("{indent}}} else {{\n");
    for (lane, member) in (0..vector.group.lanes).zip(MEMBERS) {
        let element = lane_text(kernel, vector, lane)?.at(Precedence::Unary);
        text += &format!("{indent}{INDENT}{element} = {}.{member};\n", vector.name);
    }
    Ok(format!("{text}{indent}}}"))
}

/// The elements without a vector.
fn one_by_one(
    kernel: &Kernel<'_>,
    vector: &Vector<'_, '_>,
    first: &Operand,
    indent: &str,
    comes: bool,
) -> String {
    let Vector { group, form, name, .. } = vector;
    let copied = |here: &str, there: &str| match comes {
        true => format!("{here} = {there};"),
        false => format!("{there} = {here};"),
    };
    match form {
        Form::Loop => {
            let at = kernel.fresh("e");
            let there = format!("({})[{at}]", first.address().whole());
            format!(
                "{indent}{INDENT}for (int {at} = 0; {at} < {}; {at}++)\n{indent}{INDENT}{INDENT}{}",
                group.lanes,
                copied(&format!("{name}.of[{at}]"), &there)
            )
        }
        _ => format!("{indent}{INDENT}{}", copied(&format!("{name}.of"), &first.at(Precedence::Unary))),
    }
}

fn is_first_of_line(kernel: &Kernel<'_>, at: usize) -> bool {
    kernel.text()[line_start(kernel.text(), at)..at].iter().all(u8::is_ascii_whitespace)
}

fn insert_before(
    kernel: &Kernel<'_>,
    stmt: StmtId,
    text: &str,
    indent: &str,
    patch: &mut Patch,
) -> Result<(), Refusal> {
    let at = kernel.range(kernel.program().stmts[stmt].span)?.start;
    match is_first_of_line(kernel, at) {
        true => patch.insert(line_start(kernel.text(), at), format!("{indent}{text}\n")),
        false => patch.insert(at, format!("{text}\n{indent}")),
    }
    Ok(())
}

/// A statement that stands alone behind a condition gets braces.
fn wrap(
    kernel: &Kernel<'_>,
    vectors: &[Vector<'_, '_>],
    stmt: StmtId,
    is_unrolled: bool,
    patch: &mut Patch,
) -> Result<(), Refusal> {
    let program = kernel.program();
    let own = || vectors.iter().filter(|v| v.region.needs_braces && v.region.first == stmt);
    let Some(container) = own().next().map(|vector| vector.region.container) else { return Ok(()) };
    let (outer, range) =
        (kernel.range(program.stmts[container].span)?, kernel.range(program.stmts[stmt].span)?);
    let bytes = kernel.text();
    let before =
        bytes[..range.start].iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |at| at + 1);
    let line = &bytes[line_start(kernel.text(), before)..before];
    let is_head = matches!(program.stmts[container].kind, StmtKind::If { .. } | StmtKind::For { .. })
        && (line.ends_with(b")") || line.ends_with(b"else"))
        && !line.windows(2).any(|pair| pair == b"//" || pair == b"*/");
    if !is_head {
        return refuse_with(program.stmts[stmt].span, "it stands alone", "put braces around it");
    }
    let indent = kernel.indentation(outer.start);
    let inner = format!("{indent}{INDENT}");
    let mut head = " {".to_owned();
    for vector in own() {
        head += &format!("\n{inner}{}", load(kernel, vector, &inner)?);
    }
    if is_unrolled {
        head += "\n#pragma unroll";
    }
    patch.replace(before..range.start, format!("{head}\n{inner}"));
    let mut tail = String::new();
    for vector in own().filter(|vector| vector.group.is_written()) {
        tail += &format!("\n{inner}{}", store(kernel, vector, &inner)?);
    }
    patch.insert(kernel.statement_end(range.end), format!("{tail}\n{indent}}}"));
    Ok(())
}
