//! Shuffles, votes and whatever else counts on warps of 32 threads.
//!
//! A wavefront has 32 or 64 threads. CUDA's warps stay what they are, groups of 32: shuffles say so,
//! and votes are those of the half that a thread is in.
//!
//! ```text
//! __shfl_xor_sync(full, v, 16)      __shfl_xor(v, 16, 32)
//! __ballot_sync(full, v > 0)        warp32_ballot(full, v > 0)
//! threadIdx.x % warpSize            threadIdx.x % 32
//! ```
//! Where a text says 32, a mask of 32 bits or `warpSize`, that is reported: it may be the place where
//! more threads could be used.

use syntax::token::{Punct, TokenKind};

use super::{Kind, Port};

/// What votes and barriers of warps are in terms of wavefronts.
pub(super) const FUNCTIONS: &str = "\
// CUDA's warps are groups of 32 threads, of which a wavefront has one or two.
#ifndef WARP32_FUNCTIONS
#define WARP32_FUNCTIONS
static __device__ inline unsigned warp32_ballot(unsigned mask, int vote)
{
    return mask & (unsigned)(__ballot(vote) >> (__lane_id() & 32));
}

static __device__ inline int warp32_any(unsigned mask, int vote)
{
    return warp32_ballot(mask, vote) != 0;
}

static __device__ inline int warp32_all(unsigned mask, int vote)
{
    return warp32_ballot(mask, !vote) == 0;
}

static __device__ inline void warp32_sync(unsigned = 0xffffffffu)
{
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, \"wavefront\");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, \"wavefront\");
}
#endif
";

/// Rewrites the word at `at` if it is about warps.
pub(super) fn rewrite(port: &mut Port<'_>, at: usize) -> bool {
    let name = port.text.words[at].text;
    if let Some(shuffle) = name.strip_prefix("__shfl") {
        let (kind, has_mask) = match shuffle.strip_suffix("_sync") {
            Some(kind) => (kind, true),
            None => (shuffle, false),
        };
        return matches!(kind, "" | "_up" | "_down" | "_xor") && shuffled(port, at, kind, has_mask);
    }
    match name {
        "__ballot_sync" => vote(port, at, "warp32_ballot", true),
        "__any_sync" => vote(port, at, "warp32_any", true),
        "__all_sync" => vote(port, at, "warp32_all", true),
        "__ballot" => vote(port, at, "warp32_ballot", false),
        "__any" => vote(port, at, "warp32_any", false),
        "__all" => vote(port, at, "warp32_all", false),
        "__syncwarp" => vote(port, at, "warp32_sync", true),
        "__activemask" => active(port, at),
        "warpSize" => {
            let word = port.text.words[at];
            port.replace(word.start, word.end, "32");
            port.note(at, String::from("`warpSize` stays 32, as in CUDA"), Kind::Warp);
        }
        _ => return false,
    }
    true
}

/// `prop.warpSize` of a device: there it is told by the device.
pub(super) fn member(port: &mut Port<'_>, at: usize) {
    if port.text.words[at].text == "warpSize" {
        port.note(at, String::from("`warpSize` of a device may be 64"), Kind::Warp);
    }
}

/// A shuffle has no mask, and its width is said.
fn shuffled(port: &mut Port<'_>, at: usize, kind: &str, has_mask: bool) -> bool {
    let Some(arguments) = port.call(at) else { return false };
    let values = if has_mask { 1 } else { 0 };
    let (Some(&(value, _)), Some(&(_, last))) = (arguments.get(values), arguments.last()) else {
        return false;
    };
    let words = &port.text.words;
    let (start, end) = (words[at].start, words[at].end);
    let (mask, value, last) = (words[at + 2].start, words[value].start, words[last].end);
    if has_mask {
        report_literal(port, arguments[0], "this mask is of 32 threads");
        port.replace(mask, value, "");
        port.deleted.push(mask..value);
    }
    port.replace(start, end, &format!("__shfl{kind}"));
    match arguments.get(values + 2) {
        Some(&width) => report_literal(port, width, "this width is that of a warp of 32 threads"),
        None => port.replace(last, last, ", 32"),
    }
    true
}

fn vote(port: &mut Port<'_>, at: usize, function: &str, has_mask: bool) {
    let word = port.text.words[at];
    port.needs_warps = true;
    port.replace(word.start, word.end, function);
    match port.call(at) {
        Some(arguments) if has_mask => {
            if let Some(&mask) = arguments.first() {
                report_literal(port, mask, "this mask is of 32 threads");
            }
        }
        Some(_) => {
            let open = port.text.words[at + 1].end;
            port.replace(open, open, "0xffffffffu, ");
        }
        None => {}
    }
}

fn active(port: &mut Port<'_>, at: usize) {
    let text = port.text;
    let (Some(open), true) = (text.words.get(at + 2), text.is(at + 2, Punct::RParen)) else { return };
    port.needs_warps = true;
    port.replace(text.words[at].start, open.end, "warp32_ballot(0xffffffffu, 1)");
}

/// A literal of 32 or of 32 bits.
fn report_literal(port: &mut Port<'_>, (first, last): (usize, usize), message: &str) {
    let word = port.text.words[first];
    let digits = word.text.trim_end_matches(['u', 'U', 'l', 'L']);
    let is_literal = first == last && word.kind != TokenKind::Ident;
    if is_literal && (digits == "32" || digits.eq_ignore_ascii_case("0xffffffff")) {
        port.note(first, message.to_owned(), Kind::Warp);
    }
}
