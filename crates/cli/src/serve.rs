//! `warploom serve`: a page of this machine, with a program to play with.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;

use serve::{Limits, Question, Server, Settings, Start};
use source::shown;

use crate::Status;
use crate::args::ServeArgs;
use crate::lsp::configuration;
use crate::terminal::Terminal;

/// An hour is longer than anybody looks at a page that waits.
const LONGEST: f64 = 3600.0;

/// Says where the page is, and answers until a signal ends the command.
pub fn serve(args: &ServeArgs, terminal: &mut Terminal) -> Status {
    if let Some(question) = &args.answer {
        return answer(question, args, terminal);
    }
    if !(args.timeout > 0.0 && args.timeout <= LONGEST) {
        terminal.error(format_args!("`--timeout` is a number of seconds above 0, and at most {LONGEST}"));
        return Status::Usage;
    }
    let server = start(args).and_then(|start| {
        let executable =
            std::env::current_exe().map_err(|error| format!("cannot find this command: {error}"))?;
        let limits = Limits { seconds: args.timeout, ..Limits::default() };
        Server::bind(Settings { port: args.port, start, limits, executable })
    });
    let server = match server {
        Ok(server) => server,
        Err(problem) => {
            terminal.error(problem);
            return Status::Usage;
        }
    };
    terminal.out(format!("{}\n", server.address()).as_bytes());
    terminal.say("open this address in a browser; ^C ends");
    server.run();
    Status::Success
}

/// A process of the server: one question, from standard input to standard output.
fn answer(question: &str, args: &ServeArgs, terminal: &mut Terminal) -> Status {
    let question = Question::named(question).ok_or_else(|| format!("there is no question `{question}`"));
    let answered = question.and_then(|question| {
        let mut asked = Vec::new();
        std::io::stdin().read_to_end(&mut asked).map_err(|error| error.to_string())?;
        let start = args.file.as_deref().map_or_else(|| Ok(Start::default()), read_as)?;
        Ok(serve::answer(question, &start, &asked))
    });
    match answered {
        Ok(text) => {
            terminal.out(text.as_bytes());
            Status::Success
        }
        Err(problem) => {
            terminal.error(problem);
            Status::Usage
        }
    }
}

/// The file that was named.
fn start(args: &ServeArgs) -> Result<Start, String> {
    let Some(file) = &args.file else { return Ok(Start::default()) };
    let text = std::fs::read(file).map_err(|error| format!("cannot read `{}`: {error}", shown(file)))?;
    let text = String::from_utf8(text).map_err(|_| format!("`{}` is not UTF-8", shown(file)))?;
    let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    // Whatever folder a command runs in.
    let file = file.canonicalize().map_err(|error| format!("cannot find `{}`: {error}", shown(file)))?;
    Ok(Start { name, text, ..read_as(&file)? })
}

/// The flags that the project has for a file.
fn read_as(file: &Path) -> Result<Start, String> {
    let (configuration, words) = configuration(file)?;
    // `warploom check FLAGS FILE`, without the first two and the last.
    let flags: Vec<OsString> = words.into_iter().skip(2).filter(|word| word != file.as_os_str()).collect();
    Ok(Start { file: Some(file.to_path_buf()), options: configuration.options, flags, ..Start::default() })
}
