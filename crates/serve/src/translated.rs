//! The text as a target's source, with the line that each line came from.

use driver::line_map::LineMap;
use driver::{CudaLayout, Goal, Target};
use serde::Serialize;
use serde_json::{Value, json};
use translate::Role;

use crate::findings;
use crate::program::{Asked, Start};

/// A file that the text became.
#[derive(Serialize)]
struct File {
    /// What of the program it has.
    name: &'static str,
    text: String,
    /// For each line, the line of the page's text, counted from one; 0 for none.
    lines: Vec<u32>,
}

/// Translates a text; without a file where it has errors, which are told.
pub(crate) fn translate(start: &Start, asked: &Asked) -> Result<Value, String> {
    let target = target(&asked.target).ok_or_else(|| format!("there is no target `{}`", asked.target))?;
    let (mut session, input) = start.read(asked)?;
    session.options.traced = true;
    let compiled = driver::compile(&mut session, &[input], Goal::Translate(target));
    let compiled = compiled.map_err(|internal| internal.to_string())?;
    let findings = findings::all(session.sink.diagnostics(), &session.sources, input.file);
    if session.sink.has_errors() {
        return Ok(json!({ "files": [], "findings": findings }));
    }
    let made = compiled.units.into_iter().flat_map(|unit| unit.files.into_iter().zip(unit.line_maps));
    // Where versions of functions are written, lines lead through them to the page's text.
    let of_text = |map: &LineMap| -> Vec<u32> {
        let line = |origin: &Option<driver::line_map::Origin>| match origin {
            Some(origin)
                if session.sources.map.file(origin.file).name
                    == session.sources.map.file(input.file).name =>
            {
                origin.line + 1
            }
            _ => 0,
        };
        map.lines.iter().map(line).collect()
    };
    let files = made.map(|(file, map)| File {
        name: part(file.role),
        text: String::from_utf8_lossy(&file.bytes).into_owned(),
        lines: of_text(&map),
    });
    Ok(json!({ "files": files.collect::<Vec<_>>(), "findings": findings }))
}

fn part(role: Role) -> &'static str {
    match role {
        Role::Whole | Role::Ported | Role::Cpp => "the program",
        Role::Host => "host",
        Role::Kernels => "kernels",
        Role::Launchers => "launchers",
        Role::CppHeader(_) => "header",
    }
}

fn target(name: &str) -> Option<Target> {
    Some(match name {
        "cuda" => Target::Cuda(CudaLayout::OneFile),
        "hip" => Target::Hip(CudaLayout::OneFile),
        "opencl" => Target::OpenCl(CudaLayout::OneFile),
        "cpu" => Target::Cpu,
        _ => return None,
    })
}
