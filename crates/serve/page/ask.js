// Questions to the server. A newer question of a kind takes the place of an older one.

const waiting = new Map();

/** The answer, or `undefined` if a newer question came. */
export async function ask(what, question) {
  waiting.get(what)?.abort();
  const mine = new AbortController();
  waiting.set(what, mine);
  try {
    for (;;) {
      const answer = await send(what, question, mine.signal);
      if (!answer.stale) {
        return answer;
      }
      // Another window asked meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (mine.signal.aborted) {
        return undefined;
      }
    }
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

async function send(what, question, signal) {
  const response = await fetch(`api/${what}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(question),
    signal,
  });
  if (!response.ok) {
    throw new Error((await response.text()).trim());
  }
  return response.json();
}

/** The long story behind a code. */
export async function explain(code) {
  const response = await fetch(`api/explain/${encodeURIComponent(code)}`);
  return response.ok ? response.text() : 'There is no page about this.';
}

export async function start() {
  return (await fetch('api/start')).json();
}
