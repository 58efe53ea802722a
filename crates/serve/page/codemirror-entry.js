// What the page uses of CodeMirror; `npm run build` bundles it to codemirror.js.
export { EditorState, StateEffect, StateField, Compartment, RangeSetBuilder } from '@codemirror/state';
export {
  Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, keymap, lineNumbers,
} from '@codemirror/view';
export { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
export { bracketMatching, indentOnInput, indentUnit, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
export { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
export { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
export { cpp } from '@codemirror/lang-cpp';
export { tags } from '@lezer/highlight';
