//! The time that there is, and its end.
//!
//! A thread looks at the clock. When a program takes longer than it may, when all time is spent or
//! the user presses ^C, whatever runs now is ended, and who waits for it goes on. So a budget is kept
//! whatever a compiler or a program does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::cleanup;

/// How often the clock is looked at.
const GLANCE: Duration = Duration::from_millis(10);
/// How long a program may take to end after it was asked to.
const PATIENCE: Duration = Duration::from_secs(1);

/// Ends what takes too long.
pub(super) struct Watch {
    deadline: Instant,
    began: Instant,
    shared: Arc<Shared>,
}

/// What runs now.
#[derive(Default)]
struct Running {
    /// When it is ended.
    limit: Option<Instant>,
    /// When it was asked to end.
    asked: Option<Instant>,
}

#[derive(Default)]
struct Shared {
    running: Mutex<Running>,
    is_done: AtomicBool,
}

impl Watch {
    /// Until so long after the beginning.
    pub fn new(began: Instant, time: Duration) -> Watch {
        let shared = Arc::new(Shared::default());
        let deadline = began.checked_add(time).unwrap_or(began + Duration::from_secs(86_400));
        let seen = shared.clone();
        let watching = move || {
            while !seen.is_done.load(Ordering::Relaxed) {
                std::thread::sleep(GLANCE);
                seen.look();
            }
        };
        // Without the thread a program that hangs is waited for; everything else goes on.
        let _ = std::thread::Builder::new().name(String::from("watch")).spawn(watching);
        Watch { deadline, began, shared }
    }

    /// Is there no more time, or does the user want the end?
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.deadline || cleanup::is_interrupted()
    }

    /// What is left.
    pub fn left(&self) -> Duration {
        if cleanup::is_interrupted() {
            Duration::ZERO
        } else {
            self.deadline - Instant::now().min(self.deadline)
        }
    }

    /// Since the beginning.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Does some work in which programs are started; true with its result if they were ended.
    pub fn within<T>(&self, limit: Duration, work: impl FnOnce() -> T) -> (T, bool) {
        let until = Instant::now().checked_add(limit).map_or(self.deadline, |until| until.min(self.deadline));
        *self.shared.running() = Running { limit: Some(until), ..Running::default() };
        let result = work();
        let ran = std::mem::take(&mut *self.shared.running());
        (result, ran.asked.is_some())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.is_done.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    fn running(&self) -> std::sync::MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks once, since compilers remove their files then, and not again while they do.
    fn look(&self) {
        let mut running = self.running();
        let now = Instant::now();
        let is_up = running.limit.is_some_and(|limit| now >= limit || cleanup::is_interrupted());
        match running.asked {
            None if is_up => {
                running.asked = Some(now);
                cleanup::end_started(true);
            }
            Some(asked) if now >= asked + PATIENCE => cleanup::end_started(false),
            _ => {}
        }
    }
}
