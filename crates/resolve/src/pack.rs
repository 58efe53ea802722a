//! `#pragma pack`: the alignment limit in force for records.
//!
//! `pack(push, 1)`, `pack(pop)`, `pack(2)`, `pack()`.

/// The limits in force, innermost last.
#[derive(Default)]
pub(crate) struct PackStack {
    current: Option<u64>,
    saved: Vec<Option<u64>>,
}

impl PackStack {
    /// The limit in force.
    pub(crate) fn current(&self) -> Option<u64> {
        self.current
    }

    /// Follows a pragma; those that are not `pack` change nothing.
    pub(crate) fn follow(&mut self, pragma: &str) {
        let Some(rest) = pragma.trim().strip_prefix("pack") else { return };
        let rest = rest.trim();
        let Some(inside) = rest.strip_prefix('(').and_then(|r| r.trim_end().strip_suffix(')')) else {
            return;
        };
        let mut restored = false;
        for word in inside.split(',').map(str::trim) {
            match word {
                "push" => self.saved.push(self.current),
                "pop" => {
                    self.current = self.saved.pop().unwrap_or(None);
                    restored = true;
                }
                "" => self.current = if restored { self.current } else { None },
                number => {
                    if let Ok(bytes) = number.parse::<u64>() {
                        self.current = Some(bytes).filter(|&n| n > 0 && n.is_power_of_two());
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod pack_tests {
    use super::*;

    #[test]
    fn limits_are_pushed_and_popped() {
        let mut pack = PackStack::default();
        let mut after = |pragma: &str| {
            pack.follow(pragma);
            pack.current()
        };
        assert_eq!(after("pack(2)"), Some(2));
        assert_eq!(after("pack(push, 1)"), Some(1));
        assert_eq!(after("pack ( push )"), Some(1));
        assert_eq!(after("omp parallel for"), Some(1));
        assert_eq!(after("pack(pop)"), Some(1));
        assert_eq!(after("pack(pop)"), Some(2));
        assert_eq!(after("pack()"), None);
        assert_eq!(after("pack(pop)"), None);
    }
}
