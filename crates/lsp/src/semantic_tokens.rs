//! Colours for directives, which editors take for one grey line.
//!
//! Only what stands behind `#pragma hicuda` is coloured; the C around it has colours already.

use lsp_types::{SemanticToken, SemanticTokenType, SemanticTokens, SemanticTokensLegend};
use serde_json::Value;

use crate::completion::grammar;
use crate::positions;
use crate::pragma_lines::{PragmaLine, pragma_lines};

const TYPES: [SemanticTokenType; 6] = [
    SemanticTokenType::MACRO,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::NUMBER,
    SemanticTokenType::OPERATOR,
];
const MACRO: u32 = 0;
const KEYWORD: u32 = 1;
const FUNCTION: u32 = 2;
const VARIABLE: u32 = 3;
const NUMBER: u32 = 4;
const OPERATOR: u32 = 5;

/// The colours that are used.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: Vec::new() }
}

/// A coloured run of bytes.
struct Run {
    start: usize,
    end: usize,
    color: u32,
}

/// The colours of a text.
pub(crate) fn answer(text: &str) -> Value {
    let mut runs = Vec::new();
    for line in pragma_lines(text) {
        color_line(text, line, &mut runs);
    }
    serde_json::to_value(SemanticTokens { result_id: None, data: relative(text, &runs) }).unwrap_or_default()
}

fn color_line(text: &str, line: PragmaLine, runs: &mut Vec<Run>) {
    runs.push(Run { start: line.start, end: line.body, color: MACRO });
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut at = line.body;
    let mut previous: Option<&str> = None;
    let mut is_first = true;
    while at < line.end {
        let start = at;
        if is_word(bytes[at]) {
            while at < line.end && is_word(bytes[at]) {
                at += 1;
            }
            let word = &text[start..at];
            let color = match word {
                _ if word.starts_with(|c: char| c.is_ascii_digit()) => NUMBER,
                _ if previous == Some("kernel") => FUNCTION,
                _ if is_first || grammar::words().contains(word) => KEYWORD,
                _ => VARIABLE,
            };
            runs.push(Run { start, end: at, color });
            previous = Some(word);
            is_first = false;
        } else {
            at += 1;
            if b"+-*/%<>=&|^!?:".contains(&bytes[start]) {
                runs.push(Run { start, end: at, color: OPERATOR });
            }
        }
    }
}

/// Each token is told by its distance from the one before.
fn relative(text: &str, runs: &[Run]) -> Vec<SemanticToken> {
    let starts = positions::line_starts(text.as_bytes());
    let place = |offset: usize| positions::position(text.as_bytes(), &starts, offset as u32);
    let mut tokens = Vec::new();
    let (mut line, mut column) = (0, 0);
    for run in runs {
        let (start, end) = (place(run.start), place(run.end));
        if start.line != end.line {
            continue;
        }
        let delta_line = start.line - line;
        let delta_start = if delta_line == 0 { start.character - column } else { start.character };
        let length = end.character - start.character;
        tokens.push(SemanticToken {
            delta_line,
            delta_start,
            length,
            token_type: run.color,
            token_modifiers_bitset: 0,
        });
        (line, column) = (start.line, start.character);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directive_has_its_colours() {
        let text = "x;\n  #pragma hicuda kernel scale tblock(N/8)\n";
        let mut runs = Vec::new();
        color_line(text, pragma_lines(text)[0], &mut runs);
        let told: Vec<(&str, u32)> = runs.iter().map(|run| (&text[run.start..run.end], run.color)).collect();
        let expected = [
            ("#pragma hicuda", MACRO),
            ("kernel", KEYWORD),
            ("scale", FUNCTION),
            ("tblock", KEYWORD),
            ("N", VARIABLE),
            ("/", OPERATOR),
            ("8", NUMBER),
        ];
        assert_eq!(told, expected);
        let tokens = relative(text, &runs);
        assert_eq!((tokens[0].delta_line, tokens[0].delta_start, tokens[0].length), (1, 2, 14));
        assert_eq!((tokens[1].delta_line, tokens[1].delta_start, tokens[1].length), (0, 15, 6));
    }
}
