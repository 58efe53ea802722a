//! Maps by the program's own small numbers.
//!
//! Their keys are ids, symbols and tuples of such, made by the compiler in the order of the text: nobody
//! chooses them to collide. Hashing them as if somebody did took a tenth of what the data law takes.

/// A map.
pub(crate) type HashMap<K, V> = rustc_hash::FxHashMap<K, V>;

/// A set.
pub(crate) type HashSet<T> = rustc_hash::FxHashSet<T>;
