// Questions to the server. A newer question of a kind takes the place of an older one.

const waiting = new Map();
/** Windows do not take each other's place. */
const WINDOW = crypto.randomUUID();

/** The answer, or `undefined` if a newer question came. `onLine` hears of an answer's parts as they come. */
export async function ask(what, question, onLine) {
  waiting.get(what)?.abort();
  const mine = new AbortController();
  waiting.set(what, mine);
  try {
    const answer = await send(what, question, mine.signal, onLine);
    return mine.signal.aborted || answer.stale ? undefined : answer;
  } catch (error) {
    if (mine.signal.aborted) {
      return undefined;
    }
    return { problem: error instanceof TypeError ? 'The server does not answer; was it ended?' : error.message };
  } finally {
    if (waiting.get(what) === mine) {
      waiting.delete(what);
    }
  }
}

async function send(what, question, signal, onLine) {
  const response = await fetch(`api/${what}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...question, window: WINDOW }),
    signal,
  });
  if (!response.ok) {
    throw new Error((await response.text()).trim());
  }
  return onLine ? lastLine(response, onLine) : response.json();
}

/** Reads lines of JSON while they come; the last one is the answer. */
async function lastLine(response, onLine) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let last = { problem: 'The server ended before the program did.' };
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return last;
    }
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const said = JSON.parse(line);
      if ('ended' in said || 'problem' in said) {
        last = said;
      } else {
        onLine(said);
      }
    }
  }
}

/** The long story behind a code. */
export async function explain(code) {
  const response = await fetch(`api/explain/${encodeURIComponent(code)}`);
  return response.ok ? response.text() : 'There is no page about this.';
}

export async function start() {
  return (await fetch('api/start')).json();
}
