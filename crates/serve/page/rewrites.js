// Changes to accept: directives for plain C, better kernels for CUDA.

import { ask } from './ask.js';
import { element } from './elements.js';
import { card } from './findings.js';

const CONTEXT = 3;

export class Rewrites {
  constructor(panel, page) {
    this.panel = panel;
    this.page = page;
  }

  async show() {
    const asked = this.page.program();
    const isCuda = asked.name.endsWith('.cu');
    const answer = await ask(isCuda ? 'coalesce' : 'annotate', asked);
    // The program may have changed meanwhile; then this is asked again.
    if (!answer || asked.text !== this.page.program().text) {
      return;
    }
    const title = element('h2', {}, isCuda ? 'Kernels with better accesses' : 'Directives for loops');
    if (answer.problem) {
      this.panel.replaceChildren(title, element('p', { class: 'verdict bad' }, answer.problem));
      return;
    }
    const offers = answer.offers.map((offer) => this.offer(offer, asked.text));
    const nothing = element('p', { class: 'quiet' }, isCuda ? 'No kernel can be made better.' : 'No loop gets a directive.');
    const report = answer.report && [element('h2', {}, 'What becomes of each loop'), element('pre', { class: 'output' }, answer.report)];
    const said = answer.findings.length > 0
      ? element('ul', { class: 'cards' }, answer.findings.map((found) => card(found, this.page))) : undefined;
    this.panel.replaceChildren(...[title, ...(offers.length > 0 ? offers : [nothing]), said, ...(report || [])].filter(Boolean));
  }

  offer(offer, text) {
    const accept = () => {
      this.page.accept(offer.changes);
      this.page.view.focus();
    };
    return element('section', { class: 'offer', 'aria-label': offer.title },
      element('div', { class: 'bar' },
        element('strong', {}, offer.title),
        element('button', { type: 'button', class: 'primary', click: accept }, 'Accept')),
      element('div', { class: 'diff', tabindex: '0', role: 'group', 'aria-label': 'Changes' },
        element('table', {}, element('tbody', {}, rows(text, offer.changes)))));
  }
}

/** The lines of a change with some around it; numbers are those of the program. */
function rows(text, changes) {
  const lines = text.split('\n');
  const lineOf = (offset) => text.slice(0, offset).split('\n').length - 1;
  const made = [];
  let shown = 0;
  const row = (number, sign, line, kind = '') => made.push(element('tr', { class: kind }, element('td', {}, number), element('td', {}, sign), element('td', {}, line)));
  changes.forEach((change, index) => {
    const first = lineOf(change.from);
    const last = lineOf(change.to);
    const next = index + 1 < changes.length ? lineOf(changes[index + 1].from) : lines.length;
    const from = Math.max(shown, first - CONTEXT);
    if (from > shown) {
      row('…', '', '', 'gap');
    }
    for (let at = from; at < first; at++) {
      row(at + 1, '', lines[at]);
    }
    for (let at = first; at < last; at++) {
      row(at + 1, '−', lines[at], 'removed');
    }
    for (const line of change.insert.replace(/\n$/, '').split('\n')) {
      row('', '+', line, 'added');
    }
    shown = Math.min(last + CONTEXT, next);
    for (let at = last; at < shown; at++) {
      row(at + 1, '', lines[at]);
    }
  });
  return made;
}
