//! Calls and launches that are written in another way in HIP.
//!
//! ```text
//! scale << <grid, block>> >(a)              scale <<<grid, block>>>(a)
//! cudaMemcpyToSymbol(table, t, n)           hipMemcpyToSymbol(HIP_SYMBOL(table), t, n)
//! cudaFuncGetAttributes(&a, scale)          hipFuncGetAttributes(&a, reinterpret_cast<const void *>(scale))
//! ```

use syntax::token::{Punct, TokenKind};

use super::{Kind, Port};
use crate::cpp_text::launches::launch_at;

/// nvcc takes blanks within the brackets of a launch, hipcc does not.
pub(super) fn launch(port: &mut Port<'_>, at: usize) {
    let Some(launch) = launch_at(port.text, at) else { return };
    if port.is_in_kernel(at) {
        port.note(at, String::from("HIP does not launch kernels from kernels"), Kind::Refused);
    }
    for first in [launch.open, launch.close] {
        let (start, end) = (port.text.words[first].end, port.text.words[first + 1].start);
        if start < end {
            port.replace(start, end, "");
        }
    }
}

/// Changes the arguments of the call at `at`, where they are to be changed.
pub(super) fn arguments(port: &mut Port<'_>, at: usize) {
    let Some(arguments) = port.call(at) else { return };
    for (which, before) in changed(port.text.words[at].text) {
        if let Some(&(first, last)) = arguments.get(*which) {
            wrap(port, first, last, before);
        }
    }
    let Some(&(first, last)) = arguments.last() else { return };
    let (start, end) = (port.text.words[first].start, port.text.words[last].end);
    let is_zero = first == last && port.text.words[first].text == "0";
    match (port.text.words[at].text, arguments.len()) {
        // No flags: nobody asks for the log.
        ("cudaGraphInstantiate", 3) if is_zero => port.replace(start, end, "NULL, NULL, 0"),
        ("cudaGraphInstantiate", 2) => port.replace(end, end, ", NULL, NULL, 0"),
        // CUDA has defaults for shared memory and stream.
        ("cudaLaunchCooperativeKernel", 4) => port.replace(end, end, ", 0, 0"),
        ("cudaLaunchCooperativeKernel", 5) => port.replace(end, end, ", 0"),
        _ => {}
    }
}

fn wrap(port: &mut Port<'_>, first: usize, last: usize, before: &str) {
    let (start, end) = (port.text.words[first].start, port.text.words[last].end);
    port.replace(start, start, before);
    port.replace(end, end, ")");
}

/// The numbers of arguments, and what opens around them.
fn changed(function: &str) -> &'static [(usize, &'static str)] {
    const KERNEL: &str = "reinterpret_cast<const void *>(";
    const SYMBOL: &str = "HIP_SYMBOL(";
    // CUDA has templates for these, HIP has not.
    const POINTER: &str = "reinterpret_cast<void **>(";
    match function {
        "cudaMemcpyToSymbol" | "cudaMemcpyToSymbolAsync" => &[(0, SYMBOL)],
        "cudaMemcpyFromSymbol" | "cudaMemcpyFromSymbolAsync" | "cudaGetSymbolSize" => &[(1, SYMBOL)],
        "cudaGetSymbolAddress" => &[(0, POINTER), (1, SYMBOL)],
        "cudaMallocPitch" | "cudaHostGetDevicePointer" => &[(0, POINTER)],
        "cudaFuncSetCacheConfig" | "cudaFuncSetAttribute" | "cudaFuncSetSharedMemConfig" => &[(0, KERNEL)],
        "cudaFuncGetAttributes" => &[(1, KERNEL)],
        _ => &[],
    }
}

/// `__launch_bounds__` is a macro of HIP's, which takes `S<A, B>::n` for two arguments.
pub(super) fn launch_bounds(port: &mut Port<'_>, at: usize) {
    let Some(arguments) = port.call(at) else { return };
    let angles = |at: usize| match port.text.words[at].kind {
        TokenKind::Punct(Punct::Lt) => 1,
        TokenKind::Punct(Punct::Gt) => -1,
        TokenKind::Punct(Punct::Shr) => -2,
        _ => 0,
    };
    let mut depth = 0;
    let mut open = None;
    let mut split = Vec::new();
    for (first, last) in arguments {
        open = open.or(Some(first));
        depth += (first..=last).map(angles).sum::<i32>();
        if depth == 0 {
            split.extend(open.take().filter(|open| *open != first).map(|open| (open, last)));
        }
    }
    split.into_iter().for_each(|(first, last)| wrap(port, first, last, "("));
}

/// HIP's `threadIdx.x` is an object, which `printf` does not take.
pub(super) fn printed(port: &mut Port<'_>, at: usize) {
    for (first, last) in port.call(at).unwrap_or_default() {
        let is_index =
            matches!(port.text.name(first), Some("threadIdx" | "blockIdx" | "blockDim" | "gridDim"));
        if is_index && last == first + 2 && port.text.is(first + 1, Punct::Dot) {
            let start = port.text.words[first].start;
            port.replace(start, start, "(unsigned)");
        }
    }
}

/// HIP's vector types have operators that assign; another one for them would be ambiguous.
pub(super) fn operator(port: &mut Port<'_>, at: usize) {
    let text = port.text;
    let assigns = text.words.get(at + 1).is_some_and(|word| matches!(word.text, "+=" | "-=" | "*=" | "/="));
    let of_vector = text.name(at + 3).is_some_and(is_vector) && text.is(at + 4, Punct::Amp);
    if assigns && text.is(at + 2, Punct::LParen) && of_vector {
        let message = format!("HIP has this operator for `{}` already", text.words[at + 3].text);
        port.note(at, message, Kind::Refused);
    }
}

/// `float3`, `uint4`
fn is_vector(name: &str) -> bool {
    let scalar = name.strip_suffix(['1', '2', '3', '4']).unwrap_or_default();
    let scalars = ["char", "short", "int", "long", "longlong", "float", "double"];
    scalars.contains(&scalar) || scalar.strip_prefix('u').is_some_and(|scalar| scalars[..5].contains(&scalar))
}
