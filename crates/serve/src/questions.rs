//! Questions to the compiler, each answered by a process of its own.
//!
//! A text that takes the compiler too long, or too much memory, ends that process and not the
//! server; so does a newer question of the same kind from the same window. The process is our own
//! command, `warploom serve --answer KIND FILE`: the question comes on its standard input, the
//! answer goes to its standard output, both as JSON.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use serde_json::json;

use crate::process::{self, Allowance, How, Said, locked};
use crate::program::{Asked, Start};
use crate::runs::Limits;
use crate::{analysis, rewrites, translated};

/// Larger than any answer that a browser can show.
const LONGEST_ANSWER: usize = 64 << 20;
/// Questions that are answered at once; others wait for their turn.
const MOST: usize = 4;

/// What the page may ask the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Findings, verdicts, lives of arrays.
    Analyze,
    /// The text for a target.
    Translate,
    /// Directives for its loops.
    Annotate,
    /// Better kernels.
    Coalesce,
}

impl Question {
    /// By the word that the page and the command line have for it.
    pub fn named(word: &str) -> Option<Question> {
        let all = [Question::Analyze, Question::Translate, Question::Annotate, Question::Coalesce];
        all.into_iter().find(|question| question.word() == word)
    }

    fn word(self) -> &'static str {
        match self {
            Question::Analyze => "analyze",
            Question::Translate => "translate",
            Question::Annotate => "annotate",
            Question::Coalesce => "coalesce",
        }
    }
}

/// The side of the process: the answer to a question, both as JSON.
pub fn answer(question: Question, start: &Start, asked: &[u8]) -> String {
    let answered =
        serde_json::from_slice(asked).map_err(|error| error.to_string()).and_then(|asked: Asked| {
            match question {
                Question::Analyze => analysis::analyze(start, &asked),
                Question::Translate => translated::translate(start, &asked),
                Question::Annotate => rewrites::annotate(start, &asked),
                Question::Coalesce => rewrites::coalesce(start, &asked),
            }
        });
    answered.unwrap_or_else(|problem| json!({ "problem": problem })).to_string()
}

/// The side of the server: starts and ends such processes.
pub(crate) struct Questions {
    executable: PathBuf,
    limits: Limits,
    file: Option<PathBuf>,
    /// One for each kind and window.
    newest: Mutex<Vec<Begun>>,
    /// How many are being answered.
    busy: Mutex<usize>,
    freed: Condvar,
}

/// A question that is being answered.
struct Begun {
    question: Question,
    window: String,
    /// Set when a newer one comes.
    stale: Arc<AtomicBool>,
}

impl Questions {
    /// With nothing asked.
    pub(crate) fn new(executable: PathBuf, limits: Limits, start: &Start) -> Questions {
        let file = start.file.clone();
        let (newest, busy, freed) = Default::default();
        Questions { executable, limits, file, newest, busy, freed }
    }

    /// The answer as JSON, or why there is none. An older question of the same kind has none.
    pub(crate) fn ask(&self, question: Question, asked: &Asked) -> String {
        let stale = self.begin(question, &asked.window);
        let answer = self.turn(&stale).and_then(|_turn| self.carry_out(question, asked, &stale));
        locked(&self.newest).retain(|begun| !Arc::ptr_eq(&begun.stale, &stale));
        match answer {
            Some(Ok(text)) => text,
            Some(Err(problem)) => json!({ "problem": problem }).to_string(),
            None => json!({ "stale": true }).to_string(),
        }
    }

    /// Takes the place of an older one of its kind and window.
    fn begin(&self, question: Question, window: &str) -> Arc<AtomicBool> {
        let stale = Arc::new(AtomicBool::new(false));
        let mut newest = locked(&self.newest);
        newest.retain(|begun| {
            let is_older = begun.question == question && begun.window == window;
            begun.stale.fetch_or(is_older, Ordering::Relaxed);
            !is_older
        });
        newest.push(Begun { question, window: window.to_owned(), stale: stale.clone() });
        stale
    }

    /// Waits for one of the places; `None` if a newer question came meanwhile.
    fn turn(&self, stale: &AtomicBool) -> Option<Turn<'_>> {
        let mut busy = locked(&self.busy);
        while *busy >= MOST {
            let waited = self.freed.wait_timeout(busy, Duration::from_millis(50));
            busy = waited.unwrap_or_else(PoisonError::into_inner).0;
            if stale.load(Ordering::Relaxed) {
                return None;
            }
        }
        *busy += 1;
        Some(Turn(self))
    }

    fn carry_out(
        &self,
        question: Question,
        asked: &Asked,
        stale: &AtomicBool,
    ) -> Option<Result<String, String>> {
        let mut command = Command::new(&self.executable);
        command.args(["serve", "--answer", question.word()]).args(&self.file);
        let (asking, told) = match given(asked) {
            Ok(given) => given,
            Err(error) => return Some(Err(format!("cannot ask the compiler: {error}"))),
        };
        command.stdin(asking);
        let allowed = Allowance {
            time: self.limits.time(),
            processor: 2 * self.limits.seconds.max(1.0).ceil() as u64,
            memory: self.limits.memory,
            output: LONGEST_ANSWER,
        };
        let (mut text, mut errors) = (String::new(), String::new());
        let mut listener = |said: Said<'_>| {
            match said {
                Said::Output(piece) => text += piece,
                Said::Errors(piece) => errors += piece,
                Said::Nothing => {}
            }
            true
        };
        let ended = process::run(command, allowed, stale, &mut listener);
        drop(told);
        let (how, status) = match ended {
            Ok(ended) => ended,
            Err(error) => return Some(Err(format!("cannot ask the compiler: {error}"))),
        };
        let seconds = self.limits.seconds;
        Some(match how {
            How::Stopped => return None,
            How::Time => Err(format!("The compiler took more than {seconds} s, and was ended.")),
            How::Output => Err(String::from("The answer is too long to be shown.")),
            How::Exited if status.is_some_and(|status| status.success()) => Ok(text),
            // Memory that is refused ends a process.
            How::Exited => Err(format!(
                "The compiler was ended; it may use {} MiB of memory. {}",
                self.limits.memory >> 20,
                errors.trim()
            )),
        })
    }
}

/// The question as a file to read from, which is gone when it is dropped.
fn given(asked: &Asked) -> std::io::Result<(Stdio, driver::cleanup::Temporary)> {
    let folder = driver::cleanup::Temporary::folder()?;
    let path = folder.path().join("question.json");
    std::fs::write(&path, serde_json::to_vec(asked)?)?;
    Ok((Stdio::from(std::fs::File::open(path)?), folder))
}

/// A place, given back when it is dropped.
struct Turn<'q>(&'q Questions);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *locked(&self.0.busy) -= 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_question_is_answered_all_the_same() {
        let answered = answer(Question::Analyze, &Start::default(), b"{}");
        let value: serde_json::Value = serde_json::from_str(&answered).unwrap_or_default();
        assert!(value["problem"].is_string(), "{answered}");
    }
}
