//! Inline PTX: what has an equal in C++ is said in it.
//!
//! ```text
//! asm("mov.u32 %0, %%laneid;" : "=r"(lane));    (lane) = (warploom_lane());
//! asm volatile("mma.sync…" : … );               ::warploom::ptx_of_gpus_alone();
//! ```
//! The rest is a call that the compiler refuses where it is reached. Assembly of the host stays.

use source::Edit;
use syntax::token::{Punct, TokenKind};

use super::tokens::Text;
use crate::cuda_host::Device;

/// What PTX without an equal becomes: a call that the compiler refuses where it is reached.
pub(super) const OF_GPUS_ALONE: &str = "::warploom::ptx_of_gpus_alone()";

/// Registers that a thread can read.
const REGISTERS: [(&str, &str); 11] = [
    ("%laneid", "warploom_lane()"),
    ("%lanemask_lt", "(1u << warploom_lane()) - 1"),
    ("%lanemask_le", "0xffffffffu >> (31 - warploom_lane())"),
    ("%lanemask_gt", "0xfffffffeu << warploom_lane()"),
    ("%lanemask_ge", "0xffffffffu << warploom_lane()"),
    ("%lanemask_eq", "1u << warploom_lane()"),
    ("%warpid", "(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32"),
    ("%smid", "0"),
    ("%clock", "(unsigned)clock64()"),
    ("%clock64", "clock64()"),
    ("%globaltimer", "clock64()"),
];

/// Instructions that compute `%0` from the other operands; `ftz` is taken out.
const FUNCTIONS: [(&str, &str); 16] = [
    ("ex2.approx.f32", "__builtin_exp2f(%1)"),
    ("lg2.approx.f32", "__builtin_log2f(%1)"),
    ("rcp.approx.f32", "1.0f / (%1)"),
    ("rsqrt.approx.f32", "1.0f / __builtin_sqrtf(%1)"),
    ("sqrt.approx.f32", "__builtin_sqrtf(%1)"),
    ("sin.approx.f32", "__builtin_sinf(%1)"),
    ("cos.approx.f32", "__builtin_cosf(%1)"),
    ("tanh.approx.f32", "__builtin_tanhf(%1)"),
    ("bfind.u32", "(%1) == 0 ? 0xffffffffu : 31u - (unsigned)__clz((int)(%1))"),
    ("brev.b32", "__brev(%1)"),
    ("popc.b32", "__popc(%1)"),
    ("clz.b32", "__clz((int)(%1))"),
    ("mul.hi.u32", "__umulhi(%1, %2)"),
    ("prmt.b32", "__byte_perm(%1, %2, %3)"),
    ("vabsdiff4.u32.u32.u32.add", "__vsadu4(%1, %2) + (%3)"),
    ("vabsdiff4.s32.s32.s32.add", "__vsads4(%1, %2) + (%3)"),
];

/// Instructions without a result.
const STATEMENTS: [(&str, &str); 8] = [
    ("trap", "__trap()"),
    ("membar.cta", "__threadfence_block()"),
    ("membar.gl", "__threadfence()"),
    ("membar.sys", "__threadfence_system()"),
    ("fence.acq_rel.gpu", "__threadfence()"),
    ("fence.sc.gpu", "__threadfence()"),
    ("bar.sync 0", "__syncthreads()"),
    ("bar.warp.sync 0xffffffff", "__syncwarp()"),
];

pub(super) fn rewrite(text: &Text<'_>, device: Device, edits: &mut Vec<Edit>) {
    for at in 0..text.words.len() {
        let Some((close, instruction, operands)) = statement(text, at) else { continue };
        let new = in_cpp(&instruction, &operands).unwrap_or_else(|| match device {
            Device::Here => OF_GPUS_ALONE.to_owned(),
            // Nobody calls it there.
            Device::Elsewhere => "(void)0".to_owned(),
        });
        let (start, end) = (text.words[at].start, text.words[close].end);
        let lines = "\n".repeat(text.source(start, end).matches('\n').count());
        edits.push(Edit { start, end, text: (new + &lines).into_bytes() });
    }
}

/// Where there is PTX, by its bytes.
pub(super) fn places(text: &Text<'_>) -> Vec<std::ops::Range<usize>> {
    let place = |at: usize| {
        let (close, ..) = statement(text, at)?;
        Some(text.words[at].start..text.words[close].end)
    };
    (0..text.words.len()).filter_map(place).collect()
}

/// The PTX that begins with the word `asm`: the parenthesis that closes it, what it is, and its operands.
fn statement<'a>(text: &Text<'a>, at: usize) -> Option<(usize, String, Vec<&'a str>)> {
    if !matches!(text.name(at), Some("asm" | "__asm__" | "__asm")) {
        return None;
    }
    let is_volatile = matches!(text.name(at + 1), Some("volatile" | "__volatile__"));
    let open = at + 1 + usize::from(is_volatile);
    let close = text.is(open, Punct::LParen).then(|| text.closing(open)).flatten()?;
    let (written, operands) = parts(text, open, close);
    let instruction = instruction(&written);
    is_ptx(&instruction).then_some((close, instruction, operands))
}

/// The text between the quotes, and what the operands stand for.
fn parts<'a>(text: &Text<'a>, open: usize, close: usize) -> (String, Vec<&'a str>) {
    let is_string = |at: usize| text.words[at].kind == TokenKind::String;
    let mut written = String::new();
    let mut at = open + 1;
    while at < close && is_string(at) {
        written += text.words[at].text.trim_matches('"');
        at += 1;
    }
    let mut operands = Vec::new();
    while at < close {
        if is_string(at) && text.is(at + 1, Punct::LParen) {
            let Some(end) = text.closing(at + 1) else { break };
            operands.push(text.source(text.words[at + 1].end, text.words[end].start));
            at = end;
        }
        at += 1;
    }
    (written, operands)
}

/// One instruction, said in one way.
fn instruction(written: &str) -> String {
    let plain = written.replace("\\n", " ").replace("\\t", " ").replace("%%", "%").replace(".ftz", "");
    let words: Vec<&str> = plain.split_whitespace().collect();
    words.join(" ").trim_end_matches([';', ' ']).to_owned()
}

/// Opcodes have types behind points, and registers are declared; those of hosts have not.
fn is_ptx(instruction: &str) -> bool {
    let opcode = instruction.trim_start_matches(['{', ' ']).split(' ').next().unwrap_or_default();
    let has_parts = opcode.split('.').filter(|part| !part.is_empty()).count() > 1;
    let begins = opcode.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase() || byte == b'.');
    matches!(opcode, "trap" | "exit" | "brkpt" | ".reg") || opcode.starts_with("@") || (has_parts && begins)
}

fn in_cpp(instruction: &str, operands: &[&str]) -> Option<String> {
    let find = |table: &[(&str, &'static str)], word: &str| {
        table.iter().find(|(known, _)| *known == word).map(|(_, cpp)| *cpp)
    };
    if let Some(statement) = find(&STATEMENTS, instruction) {
        return Some(statement.to_owned());
    }
    let (opcode, list) = instruction.split_once(' ')?;
    let mut args = list.split(',').map(str::trim);
    (args.next()? == "%0").then_some(())?;
    let value = match opcode {
        "mov.u32" | "mov.b32" | "mov.u64" | "mov.b64" => find(&REGISTERS, args.next()?)?.to_owned(),
        _ => {
            // The operands must be those of `%1, %2, …` in their order.
            let in_order = args.enumerate().all(|(at, arg)| arg == format!("%{}", at + 1));
            with_operands(find(&FUNCTIONS, opcode).filter(|_| in_order)?, operands)?
        }
    };
    Some(format!("({}) = ({value})", operands.first()?))
}

/// An expression with operands for `%1`, `%2`, …: a `%` of the user's is none of these.
fn with_operands(expression: &str, operands: &[&str]) -> Option<String> {
    let mut parts = expression.split('%');
    let mut value = parts.next()?.to_owned();
    for part in parts {
        let (number, rest) = part.split_at_checked(1)?;
        value += &format!("({}){rest}", operands.get(number.parse::<usize>().ok()?)?);
    }
    Some(value)
}
