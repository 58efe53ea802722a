//! `warploom coalesce`: naive kernels in, coalesced kernels out.

use std::path::Path;

use clap::ArgMatches;
use driver::output::Outputs;
use driver::unified_diff::titled_diff;
use driver::{CoalesceSettings, Goal};
use source::{Edit, apply_edits, shown};

use crate::Status;
use crate::args::{CoalesceArgs, Format, named_file};
use crate::compile::run;
use crate::terminal::Terminal;

/// Rewrites the kernels of a file; what is done and left is said in remarks.
pub fn coalesce(args: &CoalesceArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    let [path] = args.compile.files.as_slice() else {
        terminal.error("one file at a time: each is written to a file of its own");
        return Status::Usage;
    };
    let gpu = args.compile.cc.gpu().unwrap_or_default();
    let settings = CoalesceSettings { gpu, reassociate: args.reassociate, long_rows: args.long_rows };
    let done = match run(&args.compile, matches, Goal::Coalesce(settings), Format::Text, terminal) {
        Ok(done) => done,
        Err(status) => return status,
    };
    let Some((file, kernels)) = done.compiled.rewritten.first() else { return Status::Success };
    let source = done.session.sources.map.file(*file);
    let groups: Vec<(String, Vec<Edit>)> =
        kernels.iter().map(|k| (format!("{}: {}", k.kernel, k.reason), k.edits.clone())).collect();
    if args.diff {
        if !groups.is_empty() {
            terminal.out(&titled_diff(&source.name, &source.bytes, &groups));
        }
        return Status::Success;
    }
    let edits: Vec<Edit> = groups.into_iter().flat_map(|(_, edits)| edits).collect();
    let text = match apply_edits(&source.bytes, &edits) {
        Ok(text) => text,
        Err(error) => {
            terminal.error(format_args!("the changes to `{}` collide: {error:?}", shown(path)));
            return Status::Usage;
        }
    };
    let outputs = Outputs::new(&done.session, &args.compile.files);
    write(named_file(args.output.as_deref()), &text, outputs, terminal)
}

/// Writes a text to a file as a whole, or to standard output.
pub fn write(output: Option<&Path>, text: &[u8], mut outputs: Outputs, terminal: &mut Terminal) -> Status {
    let Some(path) = output else {
        terminal.out(text);
        return Status::Success;
    };
    match outputs.write(path, text) {
        Ok(()) => Status::Success,
        Err(error) => {
            terminal.error(error);
            Status::Usage
        }
    }
}
