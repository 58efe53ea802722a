// The whole extension in a small editor, against the real server: WARPLOOM names it.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { load, type Editor } from './editor';

const skip = process.env.WARPLOOM === undefined;
const example = (name: string) => fs.readFileSync(path.join('..', '..', 'examples', name), 'utf8');
const lineOf = (text: string, what: string) => text.split('\n').findIndex((line) => line.includes(what));

test('a binary that is not there is told of', { skip }, async () => {
  const { bench, extension } = load({ path: '/nowhere/warploom' });
  await extension.activate({ subscriptions: [] } as never);
  assert.match(bench.complaints[0], /warploom was not found in \/nowhere\/warploom/);
});

test('what the server makes is shown, follows the cursor both ways, and follows what is typed', { skip }, async () => {
  const { bench, extension } = load({ path: process.env.WARPLOOM! });
  await extension.activate({ subscriptions: [] } as never);
  try {
    const text = example('saxpy.c');
    const uri = 'file:///nowhere/saxpy.c';
    const source = bench.open(uri, text) as Editor & { type: (next: string) => void };
    await bench.until('diagnostics', () => bench.diagnostics.has(uri));

    await bench.run('warploom.showCudaBeside');
    const beside = bench.beside()!;
    assert.equal(beside.document.languageId, 'cuda-cpp');
    const made = () => beside.document.getText();
    assert.match(made(), /__global__/);

    const statement = /^.*y\[i\] = .*$/m.exec(text)![0].trim();
    bench.select(source, lineOf(text, statement));
    assert.deepEqual(beside.marked.map((line) => made().split('\n')[line].trim()), [statement]);
    assert.equal(beside.revealed, beside.marked[0]);
    bench.select(beside, lineOf(made(), statement));
    assert.deepEqual(source.marked, [lineOf(text, statement)]);

    // Typed and not saved; then broken, which leaves what there was and complains to nobody.
    source.type(`int added_by_hand;\n${text}`);
    await bench.until('the new line', () => made().includes('added_by_hand'));
    bench.select(source, lineOf(text, statement) + 1);
    assert.deepEqual(beside.marked.map((line) => made().split('\n')[line].trim()), [statement]);
    source.type(`int added_by_hand = ;\n${text}`);
    await bench.until('an error', () => (bench.diagnostics.get(uri)?.length ?? 0) > 0);
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.match(made(), /added_by_hand;/);
    assert.deepEqual(bench.complaints, []);

    // The lens above a kernel: the same through the server's own command; and an error is told when it is asked for.
    source.type(text);
    await bench.run('warploom.showCuda', uri, 'saxpy');
    assert.doesNotMatch(made(), /added_by_hand/);
    source.type('#pragma hicuda kernel\n');
    await bench.run('warploom.showCuda', uri, 'saxpy');
    assert.equal(bench.complaints.length, 1);

    await bench.run('warploom.coalesce');
    await bench.run('warploom.annotate');
    const kinds = bench.executed.map(({ name, words }) => [name, (words[0] as { kind: string }).kind]);
    assert.deepEqual(kinds, [
      ['editor.action.codeAction', 'refactor.rewrite.coalesce'],
      ['editor.action.codeAction', 'refactor.rewrite.annotate'],
    ]);
    await bench.run('warploom.restart');
    await bench.run('warploom.showCuda', uri, 'saxpy');
    assert.match(bench.complaints[1], /not open/);
  } finally {
    await extension.deactivate();
  }
});

test('the page of the profiler is shown in a panel', { skip }, async () => {
  const { bench, extension } = load({ path: process.env.WARPLOOM! });
  await extension.activate({ subscriptions: [] } as never);
  try {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warploom-'));
    const file = path.join(folder, 'race.cu');
    fs.copyFileSync('../../crates/serve/page/examples/race.cu', file);
    await bench.run('warploom.profile', `file://${file}`);
    assert.deepEqual(bench.complaints, []);
    assert.equal(bench.panels[0].title, 'Profile of race.cu');
    assert.match(bench.panels[0].webview.html, /<svg/);
    fs.writeFileSync(file, 'int main(void) { return x; }\n');
    await bench.run('warploom.profile', `file://${file}`);
    assert.match(bench.complaints[0], /x/);
    fs.rmSync(folder, { recursive: true });
  } finally {
    await extension.deactivate();
  }
});
