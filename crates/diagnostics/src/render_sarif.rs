//! Diagnostics as one SARIF 2.1.0 log, the format code-scanning services read.
//!
//! Only the properties Warploom fills are modelled; the names are the
//! standard's (OASIS SARIF 2.1.0, section 3), which is why the structs are
//! written out here instead of taken from a crate that models all of it.

use serde::Serialize;
use source::{FileRange, Sources};

use crate::codes::Code;
use crate::excerpt::{char_column, line_of};
use crate::located::Located;
use crate::report::Report;
use crate::{Fix, Severity, explain};

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<SarifResult>,
}

#[derive(Serialize)]
struct Tool {
    driver: ToolComponent,
}

#[derive(Serialize)]
struct ToolComponent {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    name: &'static str,
    short_description: Text,
    help: Option<Text>,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Text,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
    byte_offset: u32,
    byte_length: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix {
    description: Text,
    artifact_changes: Vec<ArtifactChange>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Text,
}

/// The log as one JSON document, ended by a line feed.
pub fn render_sarif(report: &Report, sources: &Sources) -> String {
    let mut codes: Vec<&'static Code> = report.shown.iter().map(|l| l.diagnostic.code).collect();
    codes.sort_by_key(|code| code.id);
    codes.dedup_by_key(|code| code.id);
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: ToolComponent {
                    name: "warploom",
                    version: env!("CARGO_PKG_VERSION"),
                    rules: codes.iter().map(|code| rule(code)).collect(),
                },
            },
            column_kind: "unicodeCodePoints",
            results: report.shown.iter().map(|located| result(located, &codes, sources)).collect(),
        }],
    };
    // Every value is a string or a number: serialising cannot fail.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn rule(code: &'static Code) -> Rule {
    Rule {
        id: code.id,
        name: code.name,
        short_description: text(code.summary),
        help: explain::page(code).map(|page| text(page.text)),
        default_configuration: Configuration { level: level(code.severity()) },
    }
}

fn result(located: &Located, codes: &[&'static Code], sources: &Sources) -> SarifResult {
    let diagnostic = located.diagnostic;
    let advice = diagnostic.notes.iter().chain(&diagnostic.help);
    let message = advice.fold(diagnostic.message.clone(), |message, more| message + "\n" + more);
    let frames = located
        .expansions
        .iter()
        .map(|f| (f.inside, format!("in this expansion of macro `{}`", f.macro_name)));
    let related = located.related.iter().map(|place| (place.range, place.text.clone()));
    SarifResult {
        rule_id: diagnostic.code.id,
        rule_index: codes.iter().position(|code| code.id == diagnostic.code.id).unwrap_or(0),
        level: level(diagnostic.severity()),
        message: text(&message),
        locations: located.primary.iter().map(|p| location(None, p.range, &p.text, sources)).collect(),
        related_locations: frames
            .chain(related)
            .enumerate()
            .map(|(id, (range, text))| location(Some(id), range, &text, sources))
            .collect(),
        fixes: diagnostic.fix.iter().filter_map(|fix| sarif_fix(fix, sources)).collect(),
    }
}

fn location(id: Option<usize>, range: FileRange, label: &str, sources: &Sources) -> Location {
    Location {
        id,
        physical_location: PhysicalLocation {
            artifact_location: artifact(range, sources),
            region: region(range, sources),
        },
        message: (!label.is_empty()).then(|| text(label)),
    }
}

fn sarif_fix(fix: &Fix, sources: &Sources) -> Option<SarifFix> {
    let changes = fix.placed(sources)?.into_iter().map(|(range, replacement)| ArtifactChange {
        artifact_location: artifact(range, sources),
        replacements: vec![Replacement {
            deleted_region: region(range, sources),
            inserted_content: text(replacement),
        }],
    });
    Some(SarifFix { description: text(&fix.message), artifact_changes: changes.collect() })
}

fn region(range: FileRange, sources: &Sources) -> Region {
    let file = sources.map.file(range.file);
    Region {
        start_line: line_of(file, range.start) + 1,
        start_column: char_column(file, range.start),
        end_line: line_of(file, range.end) + 1,
        end_column: char_column(file, range.end),
        byte_offset: range.start,
        byte_length: range.end - range.start,
    }
}

/// A relative reference as RFC 3986 spells it: a file name may hold anything.
fn artifact(range: FileRange, sources: &Sources) -> ArtifactLocation {
    let name = &sources.map.file(range.file).name;
    let mut uri = String::from(if name.starts_with('/') { "file://" } else { "" });
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' | b'+' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    ArtifactLocation { uri }
}

fn text(text: &str) -> Text {
    Text { text: text.to_string() }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Remark => "note",
    }
}
