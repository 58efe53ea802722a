//! Neovim, headless, with the lines of `editors/neovim`: it opens a file, shows the
//! diagnostics, hovers, applies a fix, and saves a file that `check` accepts.

use std::path::Path;
use std::process::{Command, Stdio};

use testkit::command::run;

use crate::{SCALE, folder, warploom};

/// What a person does, one step after the other; what is seen is written to `seen`.
const SESSION: &str = r#"
local seen = {}
local function see(line) table.insert(seen, line) end
local function finish() vim.fn.writefile(seen, 'seen'); vim.cmd('qall!') end
local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then see('no ' .. what); finish() end
end
wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
for _, found in ipairs(vim.diagnostic.get(0)) do
  see(string.format('%d %d %s', found.lnum + 1, found.severity, vim.split(found.message, '\n')[1]))
end
vim.ui.select = function(items, _, choose) choose(items[1]) end
vim.fn.cursor(vim.fn.search('over_thred'), 40)
vim.lsp.buf.code_action()
wait('fix', function() return vim.fn.search('over_thred', 'nw') == 0 end)
wait('new diagnostics', function()
  local found = vim.diagnostic.get(0)
  return #found == 1 and found[1].severity == 3
end)
vim.fn.cursor(vim.fn.search('kernel scale'), 20)
vim.lsp.buf.hover()
wait('hover', function() return #vim.api.nvim_list_wins() > 1 end)
for _, window in ipairs(vim.api.nvim_list_wins()) do
  if vim.api.nvim_win_get_config(window).relative ~= '' then
    for _, line in ipairs(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)) do see(line) end
  end
end
vim.cmd('silent write')
finish()
"#;

#[test]
fn a_real_editor_shows_hovers_and_fixes() {
    let has_neovim = Command::new("nvim").arg("--version").output().is_ok_and(|out| out.status.success());
    if !has_neovim {
        // `cargo xtask ci` installs it; without it there is nothing to look through.
        assert!(std::env::var_os("CI").is_none(), "nvim is not installed");
        return;
    }
    let folder = folder("neovim");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("scale.c", &SCALE.replace("over_thread\n", "over_thred\n"));
    write("session.lua", SESSION);
    let lines = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/neovim/warploom.lua");
    let server = format!("lua vim.g.warploom_command = {{ '{}', 'lsp' }}", warploom().display());
    let mut editor = Command::new("nvim");
    editor.args(["--headless", "-u", "NONE", "-n", "-i", "NONE", "--cmd", "filetype on", "--cmd", &server]);
    editor.arg("--cmd").arg(format!("luafile {}", lines.display())).args([
        "scale.c",
        "-c",
        "luafile session.lua",
    ]);
    editor.current_dir(&folder).env("HOME", &folder).env("XDG_STATE_HOME", &folder).stdin(Stdio::null());
    let ended = editor.output().expect("nvim runs");
    let seen = std::fs::read_to_string(folder.join("seen")).unwrap_or_default();
    let told = format!("{seen}\n{}", String::from_utf8_lossy(&ended.stderr));
    assert!(seen.starts_with("8 1 `over_thred` is not a clause of `loop_partition`"), "{told}");
    assert!(seen.contains("proven: its 1 array is on the device"), "{told}");
    assert!(seen.contains("occupancy on the h200"), "{told}");
    let checked = run(warploom(), &["check".into(), "scale.c".into()], &folder).expect("a run");
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    assert_eq!(std::fs::read_to_string(folder.join("scale.c")).expect("the file"), SCALE);
}
