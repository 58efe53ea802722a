//! What earlier runs found, in the cache: `tune/<64 digits>.json`, the digits being those of the program, its cases
//! and what they run on.
//!
//! Written after every variant, so that nothing is lost however a run ends. Invariant: a store that cannot
//! be read or written costs time, and never the run.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use tune::Outcome;

use crate::cache::{Key, bound_searches, writable_folder};
use crate::cleanup::Temporary;

/// Outcomes by the digest of the program that a variant is.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Store {
    /// Another shape is not read.
    schema: String,
    /// Seconds that earlier runs took.
    pub seconds: f64,
    outcomes: BTreeMap<String, Outcome>,
    #[serde(skip)]
    path: Option<PathBuf>,
}

const SCHEMA: &str = "warploom-tune-store/1";

impl Store {
    /// The store of a key; an empty one if there is none or it is not to be read.
    pub fn open(key: &Key, anew: bool) -> Store {
        let path = writable_folder().map(|folder| folder.join("tune").join(format!("{}.json", key.name())));
        let text = path.as_ref().filter(|_| !anew).and_then(|path| std::fs::read(path).ok());
        let read = text.and_then(|text| serde_json::from_slice(&text).ok());
        let store = read.filter(|store: &Store| store.schema == SCHEMA).unwrap_or_default();
        Store { schema: SCHEMA.to_string(), path, ..store }
    }

    /// What is known of a program.
    pub fn outcome(&self, digest: &str) -> Outcome {
        self.outcomes.get(digest).cloned().unwrap_or(Outcome::Untried)
    }

    /// How many programs are known.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Keeps what came out.
    pub fn set(&mut self, digest: &str, outcome: Outcome) {
        self.outcomes.insert(digest.to_string(), outcome);
        self.save();
    }

    /// Best effort, see the head.
    pub fn save(&self) {
        let Some((path, folder)) = self.path.as_ref().and_then(|path| Some((path, path.parent()?))) else {
            return;
        };
        let Ok(text) = serde_json::to_vec(self) else { return };
        let _ = std::fs::create_dir_all(folder);
        let whole = Temporary::file(path.with_extension("new"));
        if std::fs::write(whole.path(), text).is_ok() && std::fs::rename(whole.path(), path).is_ok() {
            whole.forget();
        }
        bound_searches(folder);
    }
}
