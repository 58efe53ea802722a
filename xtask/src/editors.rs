//! The extension for Visual Studio Code: its tests, and the file that is installed.

use std::path::Path;

use crate::shell::Shell;

/// Builds, tests and packages it; the tests use this binary.
pub fn editors(shell: &Shell, warploom: &Path) -> Result<(), String> {
    let folder = shell.root.join("editors/vscode");
    let npm = |arguments: &[&str]| {
        let mut command = shell.command("npm", arguments);
        command.current_dir(&folder).env("WARPLOOM", warploom);
        shell.run(&mut command)
    };
    npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
    npm(&["test", "--silent"])?;
    npm(&["run", "--silent", "package"])?;
    let made = folder.join("warploom.vsix");
    if made.is_file() { Ok(()) } else { Err(format!("there is no {}", made.display())) }
}
