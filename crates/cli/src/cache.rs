//! `warploom cache`: what is kept, and how to get rid of it.

use driver::cache;
use source::shown;

use crate::Status;
use crate::args::{CacheAction, CacheArgs};
use crate::terminal::Terminal;

/// Shows or cleans the cache.
pub fn cache(args: &CacheArgs, terminal: &mut Terminal) -> Status {
    let Some(folder) = cache::folder() else {
        terminal.error("there is no place for a cache: set WARPLOOM_CACHE_DIR, XDG_CACHE_HOME or HOME");
        return Status::Usage;
    };
    match args.action {
        CacheAction::Info => {
            let content = cache::content();
            let text = format!(
                "folder    {}\nprograms  {}\nsize      {}\nlimit     {}\n",
                shown(&folder),
                content.programs,
                size(content.bytes),
                size(cache::size_limit())
            );
            terminal.out(text.as_bytes());
            Status::Success
        }
        CacheAction::Clean => match cache::clean() {
            Ok(content) => {
                let plural = if content.programs == 1 { "" } else { "s" };
                let text = format!("removed {} program{plural}, {}\n", content.programs, size(content.bytes));
                terminal.out(text.as_bytes());
                Status::Success
            }
            Err(error) => {
                terminal.error(format_args!("cannot clean `{}`: {error}", shown(&folder)));
                Status::Usage
            }
        },
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
