//! Statements that jump: `switch`, `goto`, `break`, `continue`.
//!
//! ```text
//! switch ((unsigned)x % 5u) { case 0: .. break; case 1: .. default: .. }
//! if (x > 3) goto past7; { .. } past7:;
//! ```
//!
//! Invariant: no jump enters the scope of a local variable, so none is used uninitialised.

use crate::code::Prec;
use crate::generator::Generator;
use crate::int_type::Int;

impl Generator {
    /// A switch over a few values, with fallthrough, ranges and `default` anywhere.
    pub(crate) fn switch_statement(&mut self, depth: usize) {
        let value = self.int_expr(self.options.expression_depth - 1);
        let cases = self.rng.between(2, 6);
        let default_at = self.rng.below(cases + 1);
        self.line(&format!("switch ((unsigned){} % {}u) {{", value.code.at(Prec::Unary), cases + 2));
        // `break` would leave the switch, and `continue` the loop around it: both are left to loops.
        let loops = std::mem::take(&mut self.body.loops);
        for case in 0..cases {
            if case == default_at {
                self.line("default:");
            }
            let range = self.options.gnu && case + 1 == cases && self.rng.chance(30);
            let label =
                if range { format!("case {case} ... {}: ", case + 1) } else { format!("case {case}: ") };
            self.line_start();
            self.out.push_str(&label);
            self.block(depth - 1);
            if self.rng.chance(70) {
                self.line("break;");
            }
        }
        if default_at == cases {
            self.line("default:;");
        }
        self.body.loops = loops;
        self.line("}");
    }

    /// `if (c) goto past; { .. } past:;`
    pub(crate) fn skip_forward(&mut self, depth: usize) {
        let label = self.name("past");
        let condition = self.condition(2);
        self.line(&format!("if ({}) goto {label};", condition.text));
        self.line_start();
        self.block(depth - 1);
        self.line(&format!("{label}:;"));
    }

    /// A loop made of a label and a `goto`.
    pub(crate) fn jump_back(&mut self, depth: usize) {
        let (label, counter) = (self.name("again"), self.name("n"));
        let trips = self.rng.between(2, 5);
        self.line("{");
        self.body.indent += 1;
        self.scope.enter();
        self.add_counter(&counter, Int::I32);
        self.line(&format!("int {counter} = {trips};"));
        self.line_start();
        self.out.push_str(&format!("{label}: "));
        let (repeats, loops) = (self.body.repeats, std::mem::take(&mut self.body.loops));
        self.body.repeats = repeats.saturating_mul(trips as u64);
        self.block(depth - 1);
        (self.body.repeats, self.body.loops) = (repeats, loops);
        self.line(&format!("if (--{counter} > 0) goto {label};"));
        self.scope.leave();
        self.body.indent -= 1;
        self.line("}");
    }

    /// `if (c) break;` or `continue`.
    pub(crate) fn leave_loop(&mut self) {
        let condition = self.condition(2);
        let jump = self.rng.pick(&["break", "continue"]);
        self.line(&format!("if ({}) {jump};", condition.text));
    }
}
