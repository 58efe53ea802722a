//! What waits for the worker: requests in their order, then texts that changed.
//!
//! A text that changes while it is examined makes that work stale: the worker is told, drops
//! what it has, and finds the newest text here. A cancelled request that was not begun is
//! answered at once.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use lsp_server::{Request, RequestId};
use lsp_types::Uri;

use crate::documents::Documents;

/// Shared by the server and its worker.
#[derive(Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    ready: Condvar,
}

#[derive(Default)]
struct State {
    documents: Documents,
    requests: VecDeque<Request>,
    changed: BTreeSet<String>,
    running: Option<(String, Arc<AtomicBool>)>,
    refresh: bool,
    closed: bool,
}

/// What the worker does next.
pub(crate) enum Work {
    /// Answers a request.
    Answer(Box<Request>),
    /// Nothing new: time for what is still to be done.
    GoOn,
    /// Goes home.
    Stop,
}

impl Queue {
    /// Changes the texts; what is being computed about this one is stale then.
    pub(crate) fn edit(&self, uri: &Uri, edit: impl FnOnce(&mut Documents)) {
        let mut state = self.lock();
        edit(&mut state.documents);
        state.changed.insert(uri.as_str().to_owned());
        if let Some((of, stale)) = &state.running
            && of == uri.as_str()
        {
            stale.store(true, Ordering::Relaxed);
        }
        self.ready.notify_one();
    }

    /// All texts are to be looked at again: a file of the project changed on the disk.
    pub(crate) fn refresh(&self) {
        self.lock().refresh = true;
        self.ready.notify_one();
    }

    /// Adds a request.
    pub(crate) fn ask(&self, request: Request) {
        self.lock().requests.push_back(request);
        self.ready.notify_one();
    }

    /// Takes a request back; `false` if it is not waiting.
    pub(crate) fn cancel(&self, id: &RequestId) -> bool {
        let mut state = self.lock();
        let before = state.requests.len();
        state.requests.retain(|request| request.id != *id);
        state.requests.len() < before
    }

    /// Lets the worker go, whatever it does.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        if let Some((_, stale)) = &state.running {
            stale.store(true, Ordering::Relaxed);
        }
        self.ready.notify_one();
    }

    /// The next thing to do; waits for it unless there is something left to do. Requests come
    /// first: somebody waits for them.
    pub(crate) fn next(&self, is_idle: bool) -> Work {
        let mut state = self.lock();
        loop {
            if state.closed {
                return Work::Stop;
            }
            if let Some(request) = state.requests.pop_front() {
                return Work::Answer(Box::new(request));
            }
            if !state.changed.is_empty() || state.refresh || !is_idle {
                return Work::GoOn;
            }
            state = self.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes the texts that were opened, changed or closed, and whether files on the disk did.
    pub(crate) fn take_changed(&self) -> (BTreeSet<String>, bool) {
        let mut state = self.lock();
        (std::mem::take(&mut state.changed), std::mem::take(&mut state.refresh))
    }

    /// The texts as they are now.
    pub(crate) fn documents(&self) -> Documents {
        self.lock().documents.clone()
    }

    /// Says what is being examined; the flag is set when that becomes stale.
    pub(crate) fn begin(&self, uri: &str, text: &Arc<str>) -> Arc<AtomicBool> {
        let mut state = self.lock();
        let newer = state.documents.get(uri).is_none_or(|open| !Arc::ptr_eq(&open.text, text));
        let stale = Arc::new(AtomicBool::new(newer || state.closed));
        state.running = Some((uri.to_owned(), stale.clone()));
        stale
    }

    /// Nothing is being examined.
    pub(crate) fn end(&self) {
        self.lock().running = None;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
