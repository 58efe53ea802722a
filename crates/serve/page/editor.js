// The two texts of the page: the program, and what it becomes.

import {
  bracketMatching, cpp, Decoration, defaultKeymap, drawSelection, EditorState, EditorView, highlightActiveLine,
  highlightActiveLineGutter, highlightSelectionMatches, HighlightStyle, highlightSpecialChars, history, historyKeymap,
  indentOnInput, indentUnit, keymap, lineNumbers, lintGutter, lintKeymap, search, searchKeymap, setDiagnostics,
  StateEffect, StateField, syntaxHighlighting, tags,
} from './codemirror.js';

const nonce = document.querySelector('meta[name="style-nonce"]').content;

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--card)', height: '100%' },
  '.cm-scroller': { font: 'var(--code)' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--faint)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--active)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selected)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-line.cm-partner': { backgroundColor: 'var(--partner)', boxShadow: 'inset 3px 0 var(--warm)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft) !important', outline: '1px solid var(--accent)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line)', maxWidth: '42rem' },
  '.cm-panels': { backgroundColor: 'var(--paper)', color: 'var(--ink)' },
  '.cm-panels input, .cm-panels button': { backgroundImage: 'none', backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line)' },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.modifier], color: 'var(--keyword)' },
  { tag: [tags.typeName, tags.standard(tags.typeName)], color: 'var(--type)' },
  { tag: [tags.string, tags.character], color: 'var(--string)' },
  { tag: [tags.number, tags.bool], color: 'var(--number)' },
  { tag: tags.comment, color: 'var(--comment)', fontStyle: 'italic' },
  { tag: [tags.processingInstruction, tags.meta], color: 'var(--directive)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))], color: 'var(--name)' },
]);

const showPartners = StateEffect.define();

/** Lines that belong to the line of the cursor in the other text. */
const partners = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    let lines = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(showPartners)) {
        const marks = effect.value.filter((line) => line >= 1 && line <= transaction.newDoc.lines);
        lines = Decoration.set(marks.map((line) => Decoration.line({ class: 'cm-partner' }).range(transaction.newDoc.line(line).from)), true);
      }
    }
    return lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function shared(label, onLine) {
  return [
    EditorView.cspNonce.of(nonce),
    look,
    syntaxHighlighting(colours),
    cpp(),
    lineNumbers(),
    highlightSpecialChars(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    partners,
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    EditorView.updateListener.of((update) => {
      if (update.selectionSet && update.view.hasFocus && !update.docChanged) {
        onLine(cursorLine(update.view));
      }
    }),
  ];
}

/** The program. Tab leaves the editor, so that the keyboard alone suffices; Ctrl-] indents. */
export function sourceEditor(parent, { onChange, onLine, onRun }) {
  return new EditorView({
    parent,
    extensions: [
      shared('Program', onLine),
      history(),
      bracketMatching(),
      indentOnInput(),
      indentUnit.of('    '),
      lintGutter(),
      keymap.of([
        { key: 'Mod-Enter', run: () => (onRun(), true) },
        ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap,
      ]),
      EditorView.updateListener.of((update) => update.docChanged && onChange()),
    ],
  });
}

/** What it becomes: to read, with a cursor of its own. */
export function viewer(parent, { onLine }) {
  return new EditorView({
    parent,
    extensions: [
      shared('Generated code', onLine),
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ 'aria-readonly': 'true' }),
      keymap.of([...defaultKeymap, ...searchKeymap]),
    ],
  });
}

export const cursorLine = (view) => view.state.doc.lineAt(view.state.selection.main.head).number;

export function setText(view, text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** Marks lines, and brings the first into view. */
export function markPartners(view, lines) {
  const effects = [showPartners.of(lines)];
  const first = lines.find((line) => line >= 1 && line <= view.state.doc.lines);
  if (first) {
    effects.push(EditorView.scrollIntoView(view.state.doc.line(first).from, { y: 'nearest', yMargin: 60 }));
  }
  view.dispatch({ effects });
}

/** Puts the cursor at the start of a line, in the middle of the view. */
export function goTo(view, line) {
  const { from } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  view.focus();
}

/** Shows the first line; the cursor stays. */
export function goToTop(view) {
  view.dispatch({ effects: EditorView.scrollIntoView(0, { y: 'start' }) });
}

/** Underlines what was found; `accept` applies a fix. */
export function underline(view, findings, accept) {
  const { length } = view.state.doc;
  const marks = findings.filter((found) => found.line > 0 && found.from <= length).map((found) => ({
    from: found.from,
    to: Math.min(Math.max(found.to, found.from), length),
    severity: found.severity === 'remark' ? 'info' : found.severity,
    source: found.code,
    message: [found.message, found.label].filter(Boolean).join(': '),
    actions: found.fix ? [{ name: 'Fix', apply: () => accept(found.fix.changes) }] : [],
  }));
  view.dispatch(setDiagnostics(view.state, marks));
}
