//! What remedies write, in the words of OpenCL C.
//!
//! ```c
//! __shared__ float tile[16][17];           __local float tile[16][17];
//! __syncthreads();                         barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
//! int row = (blockIdx.x)*blockDim.x+r;     int row = get_global_id(0) - get_local_id(0) + r;
//! ```
//! Kernels in OpenCL C come with their questions for work items in CUDA's words (`get_global_id(0)` as
//! [`global_id`]), so that remedies know them, and go back with what was written around them. A range of work
//! items may begin anywhere: the number of another one is this one's, less and more their places in the group.
//!
//! Invariant: no word of CUDA's is left, or the remedy is refused for the one that OpenCL 1.2 lacks.

use emit::Precedence;
use hir::VarId;
use source::apply_edits;

use crate::kernel::Kernel;
use crate::operand::Operand;
use crate::patch::Patch;
use crate::refusal::{Refusal, refuse_with};

const AXES: [char; 3] = ['x', 'y', 'z'];

/// CUDA's variables, and what OpenCL asks instead.
pub const QUERIES: [(&str, &str); 4] = [
    ("threadIdx", "get_local_id"),
    ("blockIdx", "get_group_id"),
    ("blockDim", "get_local_size"),
    ("gridDim", "get_num_groups"),
];

/// The number of a work item in the range, in CUDA's words; the parentheses around `blockIdx.x` tell it from
/// what users write.
pub fn global_id(dimension: usize) -> Option<String> {
    let axis = AXES.get(dimension)?;
    Some(format!("((blockIdx.{axis})*blockDim.{axis}+threadIdx.{axis})"))
}

/// How many work items the range has, in CUDA's words.
pub fn global_size(dimension: usize) -> Option<String> {
    let axis = AXES.get(dimension)?;
    Some(format!("((gridDim.{axis})*blockDim.{axis})"))
}

/// `threadIdx.x` for `get_local_id(0)`.
pub fn query(name: &str, dimension: usize) -> Option<String> {
    let (word, _) = QUERIES.iter().find(|(_, asked)| *asked == name)?;
    Some(format!("{word}.{}", AXES.get(dimension)?))
}

/// The text in OpenCL C, or the word that there is none for.
pub fn said(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '(') {
        let (before, from) = rest.split_at(start);
        out += before;
        if let Some((number, after)) = whole_number(from)? {
            let is_between = out.ends_with('(') && after.starts_with(')');
            // The parentheses of the question are not needed in an initialiser, or in those of a call.
            let outer = out.strip_suffix('(').filter(|_| is_between).map(str::trim_end);
            let opens = |outer: &str| outer.ends_with(['=', '(', '[', ',', '{']) && !outer.ends_with("==");
            let closes = is_between && after[1..].trim_start().starts_with([';', ')', ']', ',', '}']);
            let is_free = outer.is_some_and(|outer| number.is_postfix() || opens(outer) && closes);
            out.truncate(out.len() - usize::from(is_free));
            out += &number.whole();
            rest = if is_free { &after[1..] } else { after };
            continue;
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = from.find(|c| !is_word(c)).unwrap_or(from.len()).max(1);
        let is_inside_number = out.ends_with(is_word);
        let (word, after) = from.split_at(length);
        rest = match word {
            _ if is_inside_number || word == "(" => {
                out += word;
                after
            }
            _ => word_said(word, after, &mut out)?,
        };
    }
    Ok(out + rest)
}

/// `(blockIdx.x)*blockDim.x+…` at the start of a text, and what comes behind it.
fn whole_number(text: &str) -> Result<Option<(Operand, &str)>, String> {
    for (dimension, axis) in AXES.iter().enumerate() {
        if let Some(after) = text.strip_prefix(&format!("(gridDim.{axis})*blockDim.{axis}")) {
            return Ok(Some((Operand::name(format!("get_global_size({dimension})")), after)));
        }
        let Some(from) = text.strip_prefix(&format!("(blockIdx.{axis})*blockDim.{axis}+")) else { continue };
        let (own, after) = from.split_at(operand_end(from));
        let number = match own == format!("threadIdx.{axis}") {
            true => Operand::name(format!("get_global_id({dimension})")),
            false => {
                let text = format!("get_global_id({dimension}) - get_local_id({dimension}) + {}", said(own)?);
                Operand::generated(text, Precedence::Additive)
            }
        };
        return Ok(Some((number, after)));
    }
    let is_part = ["(blockIdx.", "(gridDim."].iter().any(|start| {
        let behind = text.strip_prefix(start).and_then(|rest| rest.get(1..));
        behind.is_some_and(|behind| behind.starts_with(")*blockDim"))
    });
    if is_part { Err("get_global_id".to_owned()) } else { Ok(None) }
}

/// Where a name or an element ends that a text begins with.
fn operand_end(text: &str) -> usize {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        let is_part = byte.is_ascii_alphanumeric() || b"_.".contains(&byte);
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' if depth > 0 => depth -= 1,
            _ if depth == 0 && !is_part => return at,
            _ => {}
        }
    }
    text.len()
}

/// Says a word, and returns what is left behind it.
fn word_said<'t>(word: &str, after: &'t str, out: &mut String) -> Result<&'t str, String> {
    if let Some((_, asked)) = QUERIES.iter().find(|(known, _)| *known == word) {
        let axis = after.strip_prefix('.').and_then(|rest| rest.chars().next());
        let dimension = axis.and_then(|axis| AXES.iter().position(|known| *known == axis));
        let dimension = dimension.ok_or_else(|| word.to_owned())?;
        *out += &format!("{asked}({dimension})");
        return Ok(&after[2..]);
    }
    let vector = word.strip_prefix("cl_").filter(|name| {
        let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
        ["2", "3", "4", "8", "16"].contains(&digits)
    });
    match word {
        "__shared__" => *out += "__local",
        "__restrict__" => *out += "restrict",
        "__syncthreads" => {
            *out += "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)";
            return after.strip_prefix("()").ok_or_else(|| word.to_owned());
        }
        _ if word.starts_with("make_") => {
            *out += &format!("({})", word.trim_start_matches("make_"));
        }
        _ if vector.is_none() && is_cuda_only(word) => return Err(word.to_owned()),
        _ => *out += vector.unwrap_or(word),
    }
    Ok(after)
}

fn is_cuda_only(word: &str) -> bool {
    const BEGINNINGS: [&str; 6] = ["__shfl", "__sync", "__launch", "__ballot", "cl_", "reinterpret_"];
    word == "dim3" || BEGINNINGS.iter().any(|beginning| word.starts_with(beginning))
}

/// Can what a remedy wrote be said, and what is left of the questions around it?
pub(crate) fn can_be_said(kernel: &Kernel<'_>, patch: &Patch) -> Result<(), Refusal> {
    let edits = patch.clone().into_edits(kernel.text(), &kernel.layout);
    let whole = apply_edits(kernel.text(), &edits).unwrap_or_default();
    let whole = String::from_utf8_lossy(&whole).into_owned();
    let questions = whole.match_indices("(blockIdx.").chain(whole.match_indices("(gridDim."));
    let asked = questions.map(|(at, _)| whole_number(&whole[at..]).map(|_| String::new()));
    for text in patch.texts().map(|text| said(&text)).chain(asked) {
        if let Err(word) = text {
            let span = kernel.program().functions[kernel.found.function].span;
            let reason = match word.starts_with("cl_") || word == "get_global_id" {
                true => "what a macro stands for would have to be taken apart".to_owned(),
                false => format!("it would take CUDA's `{word}`, which OpenCL 1.2 does not have"),
            };
            return refuse_with(span, reason, "write it by hand, with what the device has");
        }
    }
    Ok(())
}

/// A message about a kernel in OpenCL C.
pub(crate) fn told(text: &str) -> String {
    let text = match text {
        "launch it with blocks of 16 by 16 or 32 by 32 threads, written as constants" => {
            "write `__attribute__((reqd_work_group_size(16, 16, 1)))` before its name, if its work groups are that"
        }
        _ if text.starts_with("launch it with a") => {
            "write `__attribute__((reqd_work_group_size(256, 1, 1)))` before its name, if its work groups are that"
        }
        _ => text,
    };
    said(text).unwrap_or_else(|_| text.to_owned())
}

/// The memory that a pointer was declared to lead to: `__global `.
pub(crate) fn space(kernel: &Kernel<'_>, var: VarId) -> &'static str {
    let Ok(name) = kernel.range(kernel.program().vars[var].span) else { return "" };
    let before = &kernel.text()[..name.start];
    let start = before.iter().rposition(|byte| b";{}(".contains(byte)).map_or(0, |at| at + 1);
    // Parameters have theirs between commas.
    let is_param = kernel.program().vars[var].storage == hir::VarStorage::Param;
    let comma = before[start..].iter().rposition(|byte| *byte == b',').filter(|_| is_param);
    let declared = String::from_utf8_lossy(&before[comma.map_or(start, |at| start + at)..]).into_owned();
    let mut words = declared.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words
        .find_map(|word| match word.trim_start_matches('_') {
            "global" => Some("__global "),
            "constant" => Some("__constant "),
            "local" => Some("__local "),
            _ => None,
        })
        .unwrap_or(if is_param { "__global " } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_is_asked_in_opencl() {
        let id = global_id(0).unwrap();
        assert_eq!(said(&format!("int i = {id};")).unwrap(), "int i = get_global_id(0);");
        let other = id.replace("threadIdx.x)", "r)");
        assert_eq!(said(&format!("{other} * m")).unwrap(), "(get_global_id(0) - get_local_id(0) + r) * m");
        assert_eq!(said(&format!("a[{other}]")).unwrap(), "a[get_global_id(0) - get_local_id(0) + r]");
        assert_eq!(
            said("(blockIdx.x)*blockDim.x+r < n").unwrap(),
            "get_global_id(0) - get_local_id(0) + r < n"
        );
        assert_eq!(said(&global_size(1).unwrap()).unwrap(), "get_global_size(1)");
        assert_eq!(
            said("__shared__ cl_float4 t[threadIdx.y]; x_threadIdx; 0x1u;").unwrap(),
            "__local float4 t[get_local_id(1)]; x_threadIdx; 0x1u;"
        );
    }

    #[test]
    fn what_opencl_lacks_is_named() {
        assert_eq!(said("__shfl_xor_sync(m, x, 1)").unwrap_err(), "__shfl_xor_sync");
        assert_eq!(said("__syncthreads_or(x)").unwrap_err(), "__syncthreads_or");
        assert_eq!(said("cl_mul_float4(a, b)").unwrap_err(), "cl_mul_float4");
    }
}
