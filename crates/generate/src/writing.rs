//! What writers of programs in text have in common: lines, lists of statements, branches.

use crate::prng::Prng;

/// Writes statements one after another, each chosen at random.
pub(crate) trait Writing {
    /// What is there to use at some place.
    type Scope;

    /// Where choices come from.
    fn rng(&mut self) -> &mut Prng;
    /// What is written so far.
    fn text(&mut self) -> &mut String;
    /// How deep the lines of a scope stand.
    fn indent(scope: &Self::Scope) -> usize;
    /// One level deeper.
    fn inner(scope: &Self::Scope) -> Self::Scope;
    /// Writes one statement.
    fn statement(&mut self, scope: &Self::Scope);

    fn line(&mut self, indent: usize, text: &str) {
        let written = self.text();
        written.push_str(&"    ".repeat(indent));
        written.push_str(text);
        written.push('\n');
    }

    fn directive(&mut self, text: &str) {
        self.line(0, &format!("#pragma hicuda {text}"));
    }

    fn one_of(&mut self, names: &[String]) -> String {
        names[self.rng().below(names.len())].clone()
    }

    fn statements(&mut self, scope: &Self::Scope, count: usize) {
        for _ in 0..count {
            self.statement(scope);
        }
    }

    /// A branch that only the run decides.
    fn branch(&mut self, scope: &Self::Scope) {
        let bit = 1 << self.rng().below(3);
        self.line(Self::indent(scope), &format!("if (flag & {bit}) {{"));
        let count = self.rng().between(1, 2);
        self.statements(&Self::inner(scope), count);
        if self.rng().chance(40) {
            self.line(Self::indent(scope), "} else {");
            self.statements(&Self::inner(scope), 1);
        }
        self.line(Self::indent(scope), "}");
    }
}
