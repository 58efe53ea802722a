//! Completion scripts and manual pages, made from the command line's own
//! description so that they cannot disagree with it.

use crate::Status;
use crate::args::{CompletionsArgs, ManArgs, command};
use crate::terminal::Terminal;

/// `warploom completions SHELL`
pub fn completions(args: &CompletionsArgs, terminal: &mut Terminal) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "warploom", &mut script);
    terminal.out(&script);
    Status::Success
}

/// `warploom man [COMMAND]`
pub fn man(args: &ManArgs, terminal: &mut Terminal) -> Status {
    let mut command = command();
    command.build();
    if let Some(name) = &args.command {
        match command.find_subcommand(name) {
            Some(found) => command = found.clone(),
            None => {
                terminal.error(format!("there is no command `{name}`"));
                return Status::Usage;
            }
        }
    }
    let mut page = Vec::new();
    if let Err(error) = clap_mangen::Man::new(command).render(&mut page) {
        terminal.error(error);
        return Status::Usage;
    }
    terminal.out(&page);
    Status::Success
}
