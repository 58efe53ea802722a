//! The extension for Visual Studio Code: its tests, and the file that is installed.

use crate::shell::Shell;

/// Builds, tests and packages it; the tests use the binary of this build.
pub fn editors(shell: &Shell) -> Result<(), String> {
    shell.run(&mut shell.cargo(&["build", "--quiet", "--package", "warploom"]))?;
    let folder = shell.root.join("editors/vscode");
    let npm = |arguments: &[&str]| {
        let mut command = shell.command("npm", arguments);
        command.current_dir(&folder).env("WARPLOOM", shell.target().join("debug/warploom"));
        shell.run(&mut command)
    };
    npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
    npm(&["test", "--silent"])?;
    npm(&["run", "--silent", "package"])?;
    let made = folder.join("warploom.vsix");
    if made.is_file() { Ok(()) } else { Err(format!("there is no {}", made.display())) }
}
