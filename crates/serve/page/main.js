// The page: a program on the left, what is known of it on the right.

import { ask, start } from './ask.js';
import { Code } from './code.js';
import { cursorLine, goTo, goToTop, setText, sourceEditor, underline } from './editor.js';
import { byId, element } from './elements.js';
import { showCount, showFindings } from './findings.js';
import { Rewrites } from './rewrites.js';
import { Runs } from './runs.js';
import { tabs } from './tabs.js';
import { showTimeline } from './timeline.js';

const TARGETS = ['cuda', 'cpu', 'hip', 'opencl'];
/** How long after the last keystroke questions are asked. */
const PAUSE = 150;

class Page {
  constructor() {
    this.shown = 'cuda';
    this.analysis = { findings: [], verdicts: [], lives: [] };
    this.found = [];
    this.goTo = (line) => goTo(this.view, line);
    this.view = sourceEditor(byId('source'), {
      onChange: () => this.changed(),
      onLine: (line) => this.code.toGenerated(line),
      onRun: () => { this.tabs.show('run'); this.runs.run(); },
    });
    this.code = new Code(this);
    this.rewrites = new Rewrites(byId('panel-rewrite'), this);
    this.runs = new Runs(this);
    this.tabs = tabs(byId('tabs'), (name) => { this.shown = name; this.refresh(); });
    byId('name').addEventListener('change', () => this.changed());
    byId('open').addEventListener('click', () => byId('file').click());
    byId('file').addEventListener('change', (event) => this.open(event.target.files[0]));
    byId('download').addEventListener('click', () => this.download());
  }

  program() {
    return { name: byId('name').value, text: this.view.state.doc.toString() };
  }

  line() {
    return cursorLine(this.view);
  }

  load(name, text) {
    byId('name').value = name;
    setText(this.view, text);
    // The first kernel is where one looks first.
    const kernel = text.search(/#pragma hicuda kernel |__global__/);
    this.view.dispatch({ selection: { anchor: Math.max(kernel, 0) } });
    goToTop(this.view);
  }

  changed() {
    this.found = [];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.renew(), PAUSE);
  }

  /** Asks again about what is shown. */
  async renew() {
    this.refresh();
    const answer = await ask('analyze', this.program());
    if (!answer) {
      return;
    }
    this.say(answer.problem);
    if (answer.problem) {
      return;
    }
    this.analysis = answer;
    this.mark(this.found);
    showCount(byId('count'), answer.findings);
    this.refreshAnalysis();
  }

  say(problem) {
    byId('state').textContent = problem ?? '';
    byId('state').className = problem ? 'bad' : '';
  }

  refresh() {
    if (TARGETS.includes(this.shown)) {
      this.code.show(this.shown);
    } else if (this.shown === 'rewrite') {
      this.rewrites.show();
    } else {
      this.refreshAnalysis();
    }
  }

  refreshAnalysis() {
    if (this.shown === 'findings') {
      showFindings(byId('panel-findings'), this.analysis, this);
    } else if (this.shown === 'data') {
      showTimeline(byId('panel-data'), this.analysis.lives, this);
    }
  }

  /** Underlines what a run found, beside what is known without one. */
  mark(found) {
    this.found = found;
    underline(this.view, [...this.analysis.findings, ...found], (changes) => this.accept(changes));
  }

  accept(changes) {
    this.view.dispatch({ changes, userEvent: 'input.accept' });
  }

  async open(file) {
    if (file) {
      this.load(file.name, await file.text());
    }
    byId('file').value = '';
  }

  download() {
    const { name, text } = this.program();
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = element('a', { href: address, download: name || 'program.c' });
    link.click();
    URL.revokeObjectURL(address);
  }
}

const page = new Page();
const { name, text, examples } = await start();
const menu = byId('examples');
for (const group of new Set(examples.map((example) => example.group))) {
  const of = examples.filter((example) => example.group === group);
  menu.append(element('optgroup', { label: group }, of.map((example) => element('option', { value: example.name }, example.name))));
}
menu.addEventListener('change', () => {
  const chosen = examples.find((example) => example.name === menu.value);
  if (chosen) {
    page.load(chosen.name, chosen.text);
  }
  menu.value = '';
});
page.load(name, text);
page.tabs.show('cuda');
document.documentElement.dataset.ready = 'true';
