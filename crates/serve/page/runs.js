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
  return element('p', { class: `verdict ${failed ? 'bad' : 'good'}` }, text);
}

function printed(title, text) {
  return text ? [element('h2', {}, title), element('pre', { class: 'output' }, text)] : [];
}

export class Runs {
  constructor(page) {
    this.page = page;
    this.findings = [];
    this.result = element('div', { 'aria-live': 'polite' });
    const choice = (value, label, checked) => element('label', {}, element('input', { type: 'radio', name: 'on', value, checked }), label);
    this.button = element('button', { type: 'button', class: 'primary', click: () => this.run() }, 'Run');
    this.stopButton = element('button', { type: 'button', disabled: true, click: () => ask('stop', page.program()) }, 'Stop');
    byId('panel-run').replaceChildren(
      element('div', { class: 'bar' },
        element('fieldset', {}, element('legend', {}, 'On'), choice('sim', 'the simulator', true), choice('cpu', 'the CPU')),
        this.button, this.stopButton),
      element('p', { class: 'quiet detail' }, 'The simulator checks every access of every thread: races, accesses out of bounds, values that were never written. Ctrl-Enter runs.'),
      this.result);
    this.profileResult = element('div', { 'aria-live': 'polite' });
    this.profileButton = element('button', { type: 'button', class: 'primary', click: () => this.profile() }, 'Profile');
    byId('panel-profile').replaceChildren(
      element('div', { class: 'bar' }, this.profileButton, element('span', { class: 'quiet' }, 'One run on the simulator with all accesses counted.')),
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
    const cards = this.findings.length > 0
      ? [element('h2', {}, 'Found by the simulator'), element('ul', { class: 'cards' }, this.findings.map((found) => card(found, this.page)))] : [];
    this.result.replaceChildren(answer.outcome, ...cards, ...printed('Output', answer.output), ...printed('Messages', answer.errors));
  }

  async profile() {
    const answer = await this.wait('profile', {}, this.profileResult);
    if (!answer) {
      return;
    }
    const frame = answer.page
      ? [element('iframe', { src: `profile/${answer.page}`, title: 'Profile', sandbox: '' })] : [];
    this.profileResult.replaceChildren(answer.outcome, ...frame, ...printed('Messages', answer.errors), ...printed('Output', answer.output));
  }

  /** Asks, with the buttons as they should be meanwhile. */
  async wait(what, more, place) {
    const began = performance.now();
    place.replaceChildren(element('p', { class: 'quiet' }, 'Running…'));
    this.stopButton.disabled = false;
    const answer = await ask(what, { ...this.page.program(), ...more });
    if (!answer) {
      return undefined;
    }
    this.stopButton.disabled = true;
    if (answer.problem) {
      place.replaceChildren(element('p', { class: 'verdict bad' }, answer.problem));
      return undefined;
    }
    return { ...answer, outcome: outcome(answer, (performance.now() - began) / 1000) };
  }
}
