//! Runs the compiler where neither deep trees nor our own mistakes bring the
//! process down.
//!
//! Recursive phases walk trees as deep as the nesting limits allow, which
//! needs more stack than a main thread has. And should a phase panic all the
//! same, the user gets a sentence that says it is our fault and what to
//! report, never a Rust backtrace.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::thread;

/// What a phase panicked with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InternalError {
    /// The panic's message.
    pub message: String,
    /// The file and line of our source.
    pub location: String,
}

/// Address space only: pages that are never touched cost nothing.
const STACK: usize = 256 << 20;
const THREAD_NAME: &str = "compiler";

/// Where an error is that no line of ours makes.
const SYSTEM: &str = "the operating system";

thread_local! {
    static LAST_PANIC: RefCell<Option<InternalError>> = const { RefCell::new(None) };
}

/// Runs `work` on a thread with a large stack and catches its panics.
pub fn run_guarded<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, InternalError> {
    install_hook();
    let body = move || {
        panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| LAST_PANIC.take().unwrap_or_else(unknown))
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().name(THREAD_NAME.to_string()).stack_size(STACK);
        match thread.spawn_scoped(scope, body) {
            Ok(handle) => handle.join().unwrap_or_else(|_| Err(unknown())),
            Err(error) => Err(InternalError {
                message: format!("cannot start a thread: {error}"),
                location: String::from(SYSTEM),
            }),
        }
    })
}

/// Our threads note their panics silently; all others behave as before.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().name() != Some(THREAD_NAME) {
                return previous(info);
            }
            let payload = info.payload();
            let message = payload.downcast_ref::<&str>().map(ToString::to_string);
            let message = message.or_else(|| payload.downcast_ref::<String>().cloned());
            let location = info.location().map_or(String::new(), |l| format!("{}:{}", l.file(), l.line()));
            LAST_PANIC.set(Some(InternalError { message: message.unwrap_or_default(), location }));
        }));
    });
}

fn unknown() -> InternalError {
    InternalError { message: String::from("unknown"), location: String::new() }
}

impl std::fmt::Display for InternalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.location == SYSTEM {
            let needed = STACK >> 20;
            return write!(
                f,
                "{}; {needed} MiB of address space are needed (`ulimit -v` shows the limit)",
                self.message
            );
        }
        writeln!(f, "internal error at {}: {}", self.location, self.message)?;
        write!(f, "this is a mistake in warploom, not in your program; please report it with the input")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_value() {
        let error = run_guarded(|| -> i32 { panic!("number {}", 7) }).unwrap_err();
        assert_eq!(error.message, "number 7");
        assert!(error.location.contains("guard.rs:"), "{}", error.location);
        assert_eq!(run_guarded(|| 3), Ok(3));
    }

    #[test]
    fn a_deep_recursion_has_room() {
        fn depth(n: u32) -> u32 {
            if n == 0 { 0 } else { 1 + std::hint::black_box(depth(std::hint::black_box(n - 1))) }
        }
        assert_eq!(run_guarded(|| depth(500_000)), Ok(500_000));
    }
}
