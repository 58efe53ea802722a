// Programs that run: their output, what the simulator found, and the page of a profile.

import { ask } from './ask.js';
import { byId, element } from './elements.js';
import { card } from './findings.js';

const ENDED = {
  time: 'It took too long and was ended.',
  output: 'It wrote too much and was ended.',
  stopped: 'It was stopped.',
};

function outcome(answer, seconds) {
  const failed = answer.ended !== 'exited' || answer.status !== 0;
  const text = ENDED[answer.ended]
    ?? (answer.signal ? `It was ended by signal ${answer.signal}.` : `It ended with status ${answer.status} after ${seconds.toFixed(1)} s.`);
  return element('p', { class: `verdict ${failed ? 'bad' : 'good'}`, role: 'status' }, text);
}

/** A text that grows while a program runs; nothing is shown before there is some. */
class Printed {
  constructor(title) {
    this.text = element('pre', { class: 'output' });
    this.parts = [element('h2', { hidden: true }, title), this.text];
    this.text.hidden = true;
  }

  add(piece) {
    if (piece) {
      this.parts.forEach((part) => { part.hidden = false; });
      this.text.append(piece);
    }
  }
}

export class Runs {
  constructor(page) {
    this.page = page;
    this.findings = [];
    this.result = element('div', { class: 'result' });
    const choice = (value, label, checked) => element('label', {}, element('input', { type: 'radio', name: 'on', value, checked }), label);
    const button = (label, attributes) => element('button', { type: 'button', ...attributes }, label);
    const stop = () => button('Stop', { disabled: true, click: () => ask('stop', page.program()) });
    this.stopButtons = [stop(), stop()];
    this.arguments = element('input', { id: 'arguments', spellcheck: 'false', autocomplete: 'off', size: '18' });
    this.input = element('textarea', { id: 'input', rows: '2', spellcheck: 'false', autocomplete: 'off' });
    byId('panel-run').replaceChildren(
      element('div', { class: 'bar' },
        element('fieldset', {}, element('legend', {}, 'On'), choice('sim', 'the simulator', true), choice('cpu', 'the CPU')),
        button('Run', { class: 'primary', click: () => this.run() }), this.stopButtons[0]),
      element('div', { class: 'bar given' },
        element('label', { class: 'field' }, element('span', {}, 'Arguments'), this.arguments),
        element('label', { class: 'field' }, element('span', {}, 'Standard input'), this.input)),
      element('p', { class: 'quiet detail' }, 'The simulator checks every access of every thread: races, accesses out of bounds, values that were never written. Ctrl-Enter runs.'),
      this.result);
    this.profileResult = element('div', { class: 'result' });
    byId('panel-profile').replaceChildren(
      element('div', { class: 'bar' }, button('Profile', { class: 'primary', click: () => this.profile() }), this.stopButtons[1],
        element('span', { class: 'quiet' }, 'One run on the simulator with all accesses counted.')),
      this.profileResult);
  }

  async run() {
    const target = byId('panel-run').querySelector('input[name="on"]:checked').value;
    this.page.mark([]);
    const answer = await this.wait('run', { target }, this.result);
    if (!answer) {
      return;
    }
    this.findings = answer.findings ?? [];
    this.page.mark(this.findings);
    answer.more.replaceChildren(...(this.findings.length > 0
      ? [element('h2', {}, 'Found by the simulator'), element('ul', { class: 'cards' }, this.findings.map((found) => card(found, this.page)))] : []));
  }

  async profile() {
    const answer = await this.wait('profile', {}, this.profileResult);
    if (answer?.page) {
      answer.more.replaceChildren(element('iframe', { src: `profile/${answer.page}`, title: 'Profile', sandbox: '' }));
    }
  }

  /** Asks, with the buttons as they should be meanwhile, and shows what is printed as it comes. */
  async wait(what, more, place) {
    const began = performance.now();
    const state = element('p', { class: 'verdict', role: 'status' }, 'Running…');
    const [output, errors] = [new Printed('Output'), new Printed('Messages')];
    const found = element('div', {});
    place.replaceChildren(state, found, ...output.parts, ...errors.parts);
    this.stopButtons.forEach((stop) => { stop.disabled = false; });
    const given = { arguments: this.arguments.value, input: this.input.value };
    const answer = await ask(what, { ...this.page.program(), ...given, ...more }, (said) => {
      output.add(said.output);
      errors.add(said.errors);
    });
    if (!answer) {
      return undefined;
    }
    this.stopButtons.forEach((stop) => { stop.disabled = true; });
    if (answer.problem) {
      place.replaceChildren(element('p', { class: 'verdict bad' }, answer.problem));
      return undefined;
    }
    state.replaceWith(outcome(answer, (performance.now() - began) / 1000));
    return { ...answer, more: found };
  }
}
