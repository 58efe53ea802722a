//! Lines: where they are spliced, and a logical line without its splices.
//!
//! ```c
//! int na\
//! me;
//! ```
//! is one logical line. The lexer reads the file's own bytes as long as it
//! can; where a splice or a trigraph touches a token it makes a
//! [`LogicalLine`]: the rest of the line as C sees it, with the way back from
//! each of its bytes to the file.

use std::cell::Cell;

use super::scan::{Rules, trigraph_at};

/// If a line splice starts at `at`: the offset of the line that follows.
/// Blanks after the backslash are forgiven, as gcc does.
pub(super) fn splice_at(text: &[u8], at: usize) -> Option<usize> {
    if text.get(at) != Some(&b'\\') {
        return None;
    }
    line_end_after_blanks(text, at + 1)
}

fn line_end_after_blanks(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        match text.get(at) {
            Some(b' ' | b'\t' | 0x0b | 0x0c | b'\r') => at += 1,
            Some(b'\n') => return Some(at + 1),
            Some(_) => return None,
            // A backslash as a file's last byte has nothing to join.
            None => return Some(at),
        }
    }
}

/// Like `splice_at`, with `??/` for the backslash too.
pub(super) fn splice_or_trigraph_splice_at(text: &[u8], at: usize, rules: Rules) -> Option<usize> {
    if rules.trigraphs && trigraph_at(text, at) == Some(b'\\') {
        return line_end_after_blanks(text, at + 3);
    }
    splice_at(text, at)
}

/// The offset of the next `needle`, eight bytes at a time.
pub(super) fn find_byte(text: &[u8], from: usize, needle: u8) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let pattern = ONES * u64::from(needle);
    let mut at = from;
    while let Some(chunk) = text.get(at..at + 8) {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        // A byte of `difference` is zero where the needle is; subtracting one
        // from each byte borrows into the high bit exactly there first.
        let difference = u64::from_le_bytes(word) ^ pattern;
        let zeros = difference.wrapping_sub(ONES) & !difference & HIGHS;
        if zeros != 0 {
            return Some(at + (zeros.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    text.get(at..)?.iter().position(|&b| b == needle).map(|i| at + i)
}

/// The rest of a logical line, spliced.
#[derive(Debug)]
pub(super) struct LogicalLine {
    /// Its text, with its newline if it has one.
    pub text: Vec<u8>,
    /// Where the file goes on after it.
    pub resume: usize,
    /// `(offset in text, offset in the file)` of each piece, ascending.
    pieces: Vec<(usize, usize)>,
    /// The piece asked for last: tokens come in order, so the next one is in
    /// it or a little further.
    last_piece: Cell<usize>,
}

impl LogicalLine {
    /// Joins the lines from `start` on, up to a newline that is not spliced
    /// away. Stops before a raw string, which keeps its splices.
    pub fn new(file: &[u8], start: usize, rules: Rules) -> LogicalLine {
        let mut line = LogicalLine {
            text: Vec::new(),
            resume: start,
            pieces: vec![(0, start)],
            last_piece: Cell::new(0),
        };
        let mut at = start;
        loop {
            let special = |&b: &u8| matches!(b, b'\n' | b'\\' | b'?' | b'"');
            let run = file[at..].iter().position(special).unwrap_or(file.len() - at);
            line.text.extend_from_slice(&file[at..at + run]);
            at += run;
            let Some(&b) = file.get(at) else { break };
            if b == b'"' && rules.raw_strings && line.text.ends_with(b"R") {
                let prefix = line.text.iter().rposition(|b| !b.is_ascii_alphanumeric()).map_or(0, |i| i + 1);
                if prefix > 0 {
                    line.resume = line.file_offset(prefix);
                    line.text.truncate(prefix);
                    return line;
                }
            }
            if let Some(next) = splice_or_trigraph_splice_at(file, at, rules) {
                at = next;
                line.pieces.push((line.text.len(), at));
                continue;
            }
            if let Some(stands_for) = trigraph_at(file, at).filter(|_| rules.trigraphs) {
                line.text.push(stands_for);
                at += 3;
                line.pieces.push((line.text.len(), at));
                continue;
            }
            line.text.push(b);
            at += 1;
            if b == b'\n' {
                break;
            }
        }
        line.resume = at;
        line
    }

    /// The offset in the file of an offset in the text.
    pub fn file_offset(&self, at: usize) -> usize {
        let mut piece = self.last_piece.get();
        if self.pieces[piece].0 > at {
            piece = self.pieces.partition_point(|&(clean, _)| clean <= at).saturating_sub(1);
        }
        while self.pieces.get(piece + 1).is_some_and(|&(clean, _)| clean <= at) {
            piece += 1;
        }
        self.last_piece.set(piece);
        let (clean, raw) = self.pieces[piece];
        raw + (at - clean)
    }
}
