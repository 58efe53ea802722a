//! Loops that end: each counts a variable that its body cannot write.
//!
//! ```text
//! for (int i4 = 0; i4 < 6; i4++) { .. }
//! while (n5-- > 0) { .. }
//! do { .. } while (++n6 < 4);
//! ```
//!
//! Invariant: the product of all trip counts around a statement is `body.repeats`.

use crate::generator::Generator;
use crate::int_type::Int;
use crate::scope::Variable;
use crate::types::Type;

impl Generator {
    /// A `for` loop with one of several headers.
    pub(crate) fn counted_loop(&mut self, depth: usize) {
        let name = self.name("i");
        let trips = self.rng.between(1, 8);
        let (ty, header) = match self.rng.below(5) {
            0 => (Int::U32, format!("for (unsigned {name} = {trips}; {name}-- > 0;) ")),
            1 => (Int::I32, format!("for (int {name} = {trips}; {name} > 0; {name} -= 1) ")),
            2 => (Int::U8, format!("for (byte {name} = 1; {name} <= {trips} * 3; {name} += 3) ")),
            3 => (Int::I64, format!("for (long {name} = -{trips}; {name}; ++{name}) ")),
            _ => (Int::I32, format!("for (int {name} = 0; {name} < {trips}; {name}++) ")),
        };
        self.line_start();
        self.out.push_str(&header);
        self.scope.enter();
        self.add_counter(&name, ty);
        self.loop_body(depth, trips);
        self.scope.leave();
    }

    /// A `while` or `do` loop over a counter of its own.
    pub(crate) fn while_loop(&mut self, depth: usize) {
        let name = self.name("n");
        let trips = self.rng.between(1, 6);
        self.line("{");
        self.body.indent += 1;
        self.scope.enter();
        self.add_counter(&name, Int::I32);
        if self.rng.chance(50) {
            self.line(&format!("int {name} = {trips};"));
            self.line_start();
            self.out.push_str(&format!("while ({name}-- > 0) "));
            self.loop_body(depth, trips);
        } else {
            self.line(&format!("int {name} = 0;"));
            self.line_start();
            self.out.push_str("do ");
            self.loop_body(depth, trips);
            // `loop_body` ended its line after the brace, which C does not mind.
            self.line(&format!("while (++{name} < {trips});"));
        }
        self.scope.leave();
        self.body.indent -= 1;
        self.line("}");
    }

    /// The block of a loop that runs at most `trips` times.
    fn loop_body(&mut self, depth: usize, trips: usize) {
        let repeats = self.body.repeats;
        self.body.repeats = repeats.saturating_mul(trips as u64);
        self.body.loops += 1;
        self.block(depth - 1);
        self.body.loops -= 1;
        self.body.repeats = repeats;
    }

    /// Makes a loop's counter readable.
    pub(crate) fn add_counter(&mut self, name: &str, ty: Int) {
        let depth = self.scope.depth();
        self.scope.add(Variable {
            name: name.to_string(),
            ty: Type::Int(ty),
            writable: false,
            retargetable: false,
            addressable: false,
            depth,
        });
    }
}
