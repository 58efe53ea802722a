//! `warploom raise`: CUDA kernels in, sequential C out.

use clap::ArgMatches;
use driver::Goal;
use driver::output::Outputs;

use crate::Status;
use crate::args::{Format, RaiseArgs, named_file};
use crate::coalesce::write;
use crate::compile::run;
use crate::terminal::Terminal;

/// Raises a file; what cannot be raised is said, and then nothing is written.
pub fn raise(args: &RaiseArgs, matches: &ArgMatches, terminal: &mut Terminal) -> Status {
    let [_] = args.compile.files.as_slice() else {
        terminal.error("one file at a time: each is written to a file of its own");
        return Status::Usage;
    };
    let done = match run(&args.compile, matches, Goal::Raise, Format::Text, terminal) {
        Ok(done) => done,
        Err(status) => return status,
    };
    match done.compiled.raised.first() {
        Some((_, text)) => {
            let outputs = Outputs::new(&done.session, &args.compile.files);
            write(named_file(args.output.as_deref()), text, outputs, terminal)
        }
        None => {
            // With `--dump` the text of a phase is all there is.
            terminal.out(done.compiled.text.as_bytes());
            Status::Success
        }
    }
}
