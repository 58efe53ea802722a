//! Which part of a large suite runs before a change lands.
//!
//! `cargo xtask full` runs everything. `cargo xtask ci` names the commit in `WARPLOOM_SAMPLE`,
//! and suites whose programs are many compile and run a twentieth of them, the same each time,
//! and another twentieth that each commit chooses anew: what one commit leaves out, one of the next
//! finds. What needs neither compiler nor simulator is never left out.
//!
//! ```text
//! WARPLOOM_SAMPLE=1a2b3c cargo test -p warploom --test ui     the same choice again
//! ```

/// Everything, or what a commit chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    commit: Option<String>,
}

impl Sample {
    /// What `WARPLOOM_SAMPLE` says; everything without it.
    pub fn from_environment() -> Sample {
        Sample { commit: std::env::var("WARPLOOM_SAMPLE").ok().filter(|commit| !commit.is_empty()) }
    }

    /// Does everything run?
    pub fn is_whole(&self) -> bool {
        self.commit.is_none()
    }

    /// Is the thing of this name compiled and run?
    pub fn has(&self, name: &str) -> bool {
        self.has_one_in(20, name)
    }

    /// The same where each takes long and says little new.
    pub fn has_among_few(&self, name: &str) -> bool {
        self.has_one_in(40, name)
    }

    /// The same where there are many and each takes seconds.
    pub fn has_of_hundred(&self, name: &str) -> bool {
        self.has_one_in(100, name)
    }

    /// Of so many things one always runs, and another that the commit chooses.
    fn has_one_in(&self, many: u64, name: &str) -> bool {
        let Some(commit) = &self.commit else { return true };
        digest([name]).is_multiple_of(many) || digest([commit, name]).is_multiple_of(many)
    }
}

/// FNV-1a: the same on every machine and with every compiler.
fn digest<const N: usize>(words: [&str; N]) -> u64 {
    let bytes = words.into_iter().flat_map(|word| word.bytes().chain([0]));
    let hash = bytes
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    // The low bits of the product mix little.
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(commit: &str) -> Sample {
        Sample { commit: Some(commit.to_owned()) }
    }

    #[test]
    fn about_a_tenth_runs_and_commits_differ() {
        let names: Vec<String> = (0..1000).map(|n| format!("folder/test-{n}.c")).collect();
        let chosen = |sample: &Sample| names.iter().filter(|name| sample.has(name)).count();
        let (one, other) = (of("1a2b"), of("3c4d"));
        assert!((70..130).contains(&chosen(&one)), "{}", chosen(&one));
        assert!(names.iter().any(|name| one.has(name) && !other.has(name)));
        assert!(names.iter().filter(|name| one.has(name) && other.has(name)).count() > 30);
        assert_eq!(chosen(&Sample { commit: None }), 1000);
    }
}
