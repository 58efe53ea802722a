//! White space between tokens that come out of macros.
//!
//! Only `#` can see it: with `#define E`, `#define str(x) #x` and
//! `#define xstr(x) str([x])`, is `xstr(E a)` the string `"[ a]"` or `"[a]"`?
//! The first: gcc's answer, and ours must be the same.
//!
//! gcc puts invisible *padding* between tokens wherever an expansion begins or
//! ends. Whether a space is seen before a token is found by folding the
//! paddings in front of it, from a state that starts out *open* (the token's
//! own white space decides): a padding that copies a token's spacing turns open
//! into *spaced* or *tight*; a neutral one turns tight back into open; spaced
//! stays. We keep no padding tokens. A run of paddings is a function on that
//! state, and a [`Gap`] is such a function; a token carries the gap before it
//! in two flag bits, for the states open and tight.

use crate::token::TokenFlags;

/// What is known of the white space in front of the next token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// The token's own white space decides.
    Open,
    /// No space.
    Tight,
    /// A space.
    Spaced,
}

/// The effect of a run of paddings: where it takes `Open` and `Tight`.
/// (`Spaced` it leaves alone.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gap {
    from_open: State,
    from_tight: State,
}

impl Gap {
    /// No padding at all.
    pub const NONE: Gap = Gap { from_open: State::Open, from_tight: State::Tight };
    /// The padding where an expansion or an argument ends.
    pub const NEUTRAL: Gap = Gap { from_open: State::Open, from_tight: State::Open };

    /// The padding that takes the place of a macro's name or a parameter: the
    /// gap before that token, then its own spacing.
    pub fn in_place_of(token: TokenFlags) -> Gap {
        Gap {
            from_open: settled(token.has(TokenFlags::SPACE_BEFORE)),
            from_tight: settled(token.has(TokenFlags::SPACE_AFTER_TIGHT)),
        }
    }

    /// This gap, then another.
    pub fn then(self, next: Gap) -> Gap {
        let follow = |state| match state {
            State::Open => next.from_open,
            State::Tight => next.from_tight,
            State::Spaced => State::Spaced,
        };
        Gap { from_open: follow(self.from_open), from_tight: follow(self.from_tight) }
    }

    /// The flags of a token that this gap stands in front of.
    pub fn before(self, token: TokenFlags) -> TokenFlags {
        if self == Gap::NONE {
            return token;
        }
        let spaced = |state| match state {
            State::Open => token.has(TokenFlags::SPACE_BEFORE),
            State::Tight => token.has(TokenFlags::SPACE_AFTER_TIGHT),
            State::Spaced => true,
        };
        let mut flags = token.without(TokenFlags::SPACE_BEFORE).without(TokenFlags::SPACE_AFTER_TIGHT);
        if spaced(self.from_open) {
            flags = flags.with(TokenFlags::SPACE_BEFORE);
        }
        if spaced(self.from_tight) {
            flags = flags.with(TokenFlags::SPACE_AFTER_TIGHT);
        }
        flags
    }
}

fn settled(spaced: bool) -> State {
    if spaced { State::Spaced } else { State::Tight }
}
