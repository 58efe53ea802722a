// The generated code, with its lines led to those of the program.

import { ask } from './ask.js';
import { byId, element } from './elements.js';
import { cursorLine, markPartners, setText, viewer } from './editor.js';

const NAMES = { cuda: 'CUDA', cpu: 'C with OpenMP', hip: 'HIP', opencl: 'OpenCL' };

export class Code {
  constructor(page) {
    this.page = page;
    this.lines = [];
    this.about = '';
    this.view = viewer(byId('generated'), { onLine: (line) => this.toSource(line) });
  }

  /** Translates the program and shows it. */
  async show(target) {
    const asked = this.page.program();
    // What another target has, or another file had, is no translation of this one.
    const about = `${target} ${asked.name}`;
    if (about !== this.about) {
      this.about = about;
      this.set('', []);
    }
    byId('generated').dataset.target = target;
    if (target === 'cuda' && asked.name.endsWith('.cu')) {
      this.set('', [], 'This program is CUDA already. The tab Rewrite looks for better kernels.', ['Rewrite', 'rewrite']);
      return;
    }
    const answer = await ask('translate', { ...asked, target });
    if (!answer) {
      return;
    }
    if (answer.problem) {
      this.set('', [], answer.problem);
      return;
    }
    const errors = (answer.findings ?? []).filter((found) => found.severity === 'error');
    if (errors.some((found) => found.code === 'E0692')) {
      this.set('', [], 'This program has no directive yet. The tab Rewrite offers some.', ['Rewrite', 'rewrite']);
    } else if (answer.files.length === 0) {
      const first = errors.length > 0 ? `${errors[0].message}.` : '';
      // The last good translation stays, and is said to be old.
      this.say(`Not translated to ${NAMES[target]}: ${first}`, ['Findings', 'findings']);
    } else {
      this.set(...joined(answer.files));
    }
    // An answer that comes late leaves the marks where somebody reads.
    if (this.view.hasFocus) {
      this.toSource(cursorLine(this.view));
    } else {
      this.toGenerated(this.page.line());
    }
  }

  set(text, lines, note, [label, tab] = []) {
    this.lines = lines;
    if (text !== this.view.state.doc.toString()) {
      setText(this.view, text);
    }
    this.say(note, label ? [label, tab] : undefined);
  }

  say(note, way) {
    const place = byId('code-note');
    place.hidden = !note;
    const button = way && element('button', { type: 'button', click: () => this.page.tabs.show(way[1]) }, way[0]);
    place.replaceChildren(...[note, button].filter(Boolean));
  }

  /** From a line of the program: its lines here, or those of the nearest line above. */
  toGenerated(line) {
    const nearest = this.lines.reduce((best, of) => (of <= line && of > best ? of : best), 0);
    const found = this.lines.flatMap((of, at) => (nearest > 0 && of === nearest ? [at + 1] : []));
    markPartners(this.view, found);
    markPartners(this.page.view, []);
  }

  /** From a line here to its line of the program. */
  toSource(line) {
    const of = this.lines[line - 1] ?? 0;
    markPartners(this.page.view, of > 0 ? [of] : []);
    markPartners(this.view, []);
  }
}

/** Several files below each other, each under its name. */
function joined(files) {
  if (files.length === 1) {
    return [files[0].text, files[0].lines];
  }
  const texts = [];
  const lines = [];
  for (const file of files) {
    texts.push(`// ---- ${file.name} ----\n`, file.text.endsWith('\n') ? file.text : `${file.text}\n`);
    const count = texts.at(-1).split('\n').length - 1;
    lines.push(0, ...Array.from({ length: count }, (_, at) => file.lines[at] ?? 0));
  }
  return [texts.join(''), lines];
}
