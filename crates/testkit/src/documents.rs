//! The commands that documents show, run, and their output compared.
//!
//! ````text
//! ```console
//! $ warploom explain --list | head -1
//! E0101  unterminated-comment  a block comment is not closed before the end of the file
//! ```
//! ````
//!
//! Every line that starts with `$ ` is run by a shell at the root of the
//! repository; what follows, up to the next such line or the fence, is what it
//! prints on both streams. `cargo xtask tour` rewrites the outputs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::Trial;

use crate::command::run;
use crate::compare::{OnDifference, with_file};
use crate::discover::files;
use crate::suite::{self, Suite, trial};

/// The suite, as `main` of a test program.
pub fn main(warploom: &str) -> ExitCode {
    suite::run(trials(&Suite::new(warploom)))
}

/// All documents that show commands.
fn trials(suite: &Suite) -> Result<Vec<Trial>, String> {
    let mut documents = vec![suite.root.join("README.md")];
    documents.extend(files(&suite.root.join("docs"))?.into_iter().filter(|file| shows_commands(file)));
    let one = |document: PathBuf| {
        let (name, suite) = (suite.name(&suite.root, &document), suite.clone());
        trial(name, move || check(&suite, &document))
    };
    Ok(documents.into_iter().map(one).collect())
}

fn shows_commands(file: &Path) -> bool {
    let is_document = file.extension().is_some_and(|ending| ending == "md");
    is_document && std::fs::read_to_string(file).is_ok_and(|text| text.contains("\n```console\n"))
}

fn check(suite: &Suite, document: &PathBuf) -> Result<(), String> {
    let text = std::fs::read_to_string(document).map_err(|e| e.to_string())?;
    let actual = with_outputs(&text, |command| shell(suite, command))?;
    with_file(&actual, document, OnDifference::from_environment())
}

/// The document with the outputs that its commands have now.
fn with_outputs(text: &str, run: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut out = String::new();
    let mut in_console = false;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        if content.starts_with("```") {
            in_console = content == "```console";
            out.push_str(line);
        } else if !in_console {
            out.push_str(line);
        } else if let Some(command) = content.strip_prefix("$ ") {
            out.push_str(line);
            let output = run(command)?;
            if output.lines().any(|line| line.starts_with("```")) {
                return Err(format!("`{command}` prints a fence, which would end the block"));
            }
            out.push_str(&output);
            out.push_str(if output.is_empty() || output.ends_with('\n') { "" } else { "\n" });
        }
    }
    Ok(out)
}

fn shell(suite: &Suite, command: &str) -> Result<String, String> {
    let folder = suite.warploom.parent().unwrap_or(Path::new("."));
    let script = format!("PATH='{}':\"$PATH\"; {{ {command}\n}} 2>&1", folder.display());
    let ran = run(Path::new("sh"), &[String::from("-c"), script], &suite.root)?;
    Ok(ran.stdout)
}

#[cfg(test)]
mod tests {
    use super::with_outputs;

    #[test]
    fn outputs_are_replaced_and_all_else_is_kept() {
        let text = "a\n```console\n$ one\nold\nlines\n$ two\n```\n```c\n$ not a command\n```\n";
        let run = |command: &str| Ok(format!("<{command}>\n"));
        let expected = "a\n```console\n$ one\n<one>\n$ two\n<two>\n```\n```c\n$ not a command\n```\n";
        assert_eq!(with_outputs(text, run).unwrap(), expected);
    }
}
