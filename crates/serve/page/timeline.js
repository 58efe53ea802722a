// The life of each array as a picture: the host above, the device below, time to the right.

import { element, figure, lineButton } from './elements.js';

const COLUMN = 112;
const LEFT = 56;
const HOST = 34;
const DEVICE = 104;
const BAR = 26;

const MARKS = {
  'allocated': 'allocate', 'cleared': 'clear', 'copied-in': 'copy in', 'copied-out': 'copy out',
  'host-writes': 'host writes', 'device-reads': 'reads', 'device-writes': 'writes', 'freed': 'free',
};

export function showTimeline(panel, lives, page) {
  if (lives.length === 0) {
    panel.replaceChildren(
      element('h2', {}, 'Data'),
      element('p', { class: 'quiet' }, 'No array of this program has a device copy by a directive.'));
    return;
  }
  panel.replaceChildren(
    element('h2', {}, 'The life of each array'),
    legend(),
    ...lives.map((life) => one(life, page)));
}

function legend() {
  const entry = (kind, text) => element('span', {}, element('i', { class: kind }), text);
  return element('p', { class: 'legend' }, entry('new', 'newest values'), entry('old', 'some values are out of date'), entry('maybe', 'some may be'));
}

function one(life, page) {
  const steps = life.steps.map((step) => element('li', {},
    lineButton(step.line, page.goTo),
    element('span', {}, [step.what, step.moved && `(${step.moved})`].filter(Boolean).join(' ')),
    element('span', { class: 'quiet' }, step.newest)));
  return element('section', { class: 'life', 'aria-label': life.name },
    element('h3', {}, element('code', {}, life.name)),
    element('div', { class: 'picture', tabindex: '0', role: 'group', 'aria-label': `Picture of ${life.name}` }, picture(life)),
    element('ol', { class: 'steps' }, steps));
}

function picture(life) {
  const width = LEFT + COLUMN * life.steps.length + 10;
  const at = (index) => LEFT + COLUMN * index;
  const text = (x, y, content, kind = '') => figure('text', { x, y, class: kind }, content);
  const parts = [text(6, HOST + 17, 'host'), text(6, DEVICE + 17, 'device')];
  life.steps.forEach((step, index) => {
    // What holds after a step holds until the next.
    parts.push(bar(at(index), HOST, step.host));
    parts.push(bar(at(index), DEVICE, step.alive && step.kind !== 'freed' ? step.device : 'none'));
  });
  life.steps.forEach((step, index) => parts.push(...mark(step, at(index))));
  life.steps.forEach((step, index) => {
    const middle = at(index) + COLUMN / 2;
    parts.push(text(middle, 16, `line ${step.line}`, 'middle faint'));
    parts.push(text(middle, DEVICE + BAR + 18, kernelName(step) ?? MARKS[step.kind], 'middle'));
    parts.push(text(middle, DEVICE + BAR + 33, step.moved, 'middle faint'));
  });
  const title = life.steps.map((step) => `line ${step.line}: ${step.what}`).join('; ');
  const size = { width, height: DEVICE + BAR + 42, viewBox: `0 0 ${width} ${DEVICE + BAR + 42}` };
  return figure('svg', { ...size, role: 'img', 'aria-label': `${life.name}: ${title}` }, ...parts);
}

const kernelName = (step) => {
  const name = step.what.split('`')[1];
  return name && `${name} ${MARKS[step.kind]}`.slice(0, 18);
};

function bar(x, y, age) {
  return figure('rect', { x: x + 1, y, width: COLUMN - 2, height: BAR, rx: 4, class: age });
}

/** An arrow for a copy, a ring for a reader, a disc for a writer. */
function mark(step, x) {
  const middle = x + COLUMN / 2;
  const [top, bottom] = [HOST + BAR + 3, DEVICE - 3];
  const disc = (y, kind) => [figure('circle', { cx: middle, cy: y + BAR / 2, r: 6, class: kind })];
  const tip = (y, way) => figure('path', { d: `M${middle - 6} ${y - 8 * way}h12L${middle} ${y}z`, class: 'tip' });
  switch (step.kind) {
    case 'copied-in':
      return [figure('path', { d: `M${middle} ${top}V${bottom - 7}`, class: 'move' }), tip(bottom, 1)];
    case 'copied-out':
      return [figure('path', { d: `M${middle} ${bottom}V${top + 7}`, class: 'move' }), tip(top, -1)];
    case 'host-writes':
      return disc(HOST, 'write');
    case 'device-reads':
      return disc(DEVICE, 'read');
    case 'device-writes':
    case 'cleared':
      return disc(DEVICE, 'write');
    default:
      return [];
  }
}
