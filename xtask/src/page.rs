//! The editor in the page of `warploom serve`: what is committed is what npm gives.

use crate::shell::Shell;

/// Bundles it again and compares; what is installed has axe for the tests, too.
pub fn page(shell: &Shell) -> Result<(), String> {
    let folder = shell.root.join("crates/serve/page");
    let bundle = folder.join("codemirror.js");
    let read = || std::fs::read(&bundle).map_err(|error| format!("{}: {error}", bundle.display()));
    let npm = |arguments: &[&str]| {
        let mut command = shell.command("npm", arguments);
        command.current_dir(&folder);
        shell.run(&mut command)
    };
    let committed = read()?;
    npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
    npm(&["run", "--silent", "build"])?;
    match read()? == committed {
        true => Ok(()),
        false => Err(format!("{} was not what its sources give; it is now", bundle.display())),
    }
}
