// What was found, and what is proven of each directive.

import { explain } from './ask.js';
import { element, lineButton } from './elements.js';

/** A finding as an entry of a list. */
export function card(found, page) {
  const details = [
    ...(found.related ?? []).map((other) => element('p', { class: 'detail' }, lineButton(other.line, page.goTo), ` ${other.message ?? ''}`)),
    ...(found.notes ?? []).map((note) => element('p', { class: 'detail' }, `note: ${note}`)),
    ...(found.help ?? []).map((help) => element('p', { class: 'detail' }, `help: ${help}`)),
  ];
  const fix = found.fix && element('div', {},
    element('button', { type: 'button', click: () => page.accept(found.fix.changes) }, `Fix: ${found.fix.title}`));
  return element('li', { class: found.severity },
    element('div', { class: 'head' },
      element('span', { class: `badge ${found.severity}` }, `${found.severity} ${found.code}`),
      lineButton(found.line, page.goTo)),
    element('p', {}, found.message, found.label ? `: ${found.label}` : ''),
    ...details, fix, story(found.code));
}

/** The page of `warploom explain`, fetched when it is unfolded. */
function story(code) {
  const text = element('pre', { class: 'output' }, '…');
  const unfold = async (event) => {
    if (event.target.open && text.textContent === '…') {
      text.textContent = await explain(code);
    }
  };
  return element('details', { toggle: unfold }, element('summary', {}, `About ${code}`), text);
}

function verdict(of, page) {
  const isProven = of.open.length === 0;
  return element('li', { class: isProven ? 'proven' : 'warning' },
    element('div', { class: 'head' },
      element('span', { class: `badge ${isProven ? 'proven' : 'warning'}` }, isProven ? 'proven' : 'not proven'),
      lineButton(of.line, page.goTo),
      element('code', {}, of.directive)),
    ...of.open.map((why) => element('p', {}, why)),
    ...of.proven.map((what) => element('p', { class: 'detail' }, isProven ? what : `proven: ${what}`)));
}

export function showFindings(panel, analysis, page) {
  const { findings, verdicts } = analysis;
  const parts = [element('h2', {}, 'Findings')];
  if (findings.length === 0) {
    parts.push(element('p', { class: 'quiet' }, 'Nothing to report.'));
  } else {
    parts.push(element('ul', { class: 'cards' }, findings.map((found) => card(found, page))));
  }
  if (verdicts.length > 0) {
    parts.push(element('h2', {}, 'Verdicts'), element('ul', { class: 'cards' }, verdicts.map((of) => verdict(of, page))));
  }
  panel.replaceChildren(...parts);
}

/** The number on the tab: errors if there are any, else warnings. */
export function showCount(badge, findings) {
  const count = (severity) => findings.filter((found) => found.severity === severity).length;
  const worst = ['error', 'warning', 'remark'].find((severity) => count(severity) > 0);
  badge.className = `count ${worst ?? ''}`;
  badge.textContent = worst ? String(count(worst)) : '';
  badge.title = worst ? `${count(worst)} ${worst}${count(worst) === 1 ? '' : 's'}` : '';
}
