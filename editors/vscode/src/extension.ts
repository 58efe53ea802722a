// Finds the binary, starts the language server, and shows what it makes.

import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { findBinary, places, type Machine } from './binary';
import { Lines, type SourceMap } from './sourceMap';

const SCHEME = 'warploom';
/** Milliseconds after the last keystroke until the generated text follows. */
const PAUSE = 300;

let client: LanguageClient | undefined;
/** The generated text of each source, and the way between their lines. */
const shown = new Map<string, { text: string; lines: Lines | undefined }>();
const changed = new vscode.EventEmitter<vscode.Uri>();

interface Made {
  text: string;
  languageId: string;
  sourceMap?: SourceMap;
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const command = (name: string, run: (...words: never[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  command('warploom.showCudaBeside', () => showCuda(vscode.window.activeTextEditor?.document.uri.toString()));
  command('warploom.profile', (uri?: string) => profile(uri));
  command('warploom.coalesce', () => rewrite('refactor.rewrite.coalesce'));
  command('warploom.annotate', () => rewrite('refactor.rewrite.annotate'));
  command('warploom.explainCode', explain);
  command('warploom.restart', async () => {
    await client?.stop();
    await start();
  });
  const provider = { onDidChange: changed.event, provideTextDocumentContent: content };
  context.subscriptions.push(vscode.workspace.registerTextDocumentContentProvider(SCHEME, provider));
  context.subscriptions.push(vscode.window.onDidChangeTextEditorSelection(follow));
  context.subscriptions.push(vscode.workspace.onDidChangeTextDocument((change) => soon(change.document.uri.toString())));
  context.subscriptions.push(vscode.workspace.onDidCloseTextDocument((closed) => shown.delete(closed.uri.scheme === SCHEME ? closed.uri.query : '')));
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

function machine(): Machine {
  return {
    configured: vscode.workspace.getConfiguration('warploom').get<string>('path', ''),
    workspace: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
    home: os.homedir(),
    searchPath: process.env.PATH ?? '',
  };
}

async function start(): Promise<void> {
  const binary = findBinary(machine());
  if (binary === undefined) {
    const looked = machine().configured || places(machine()).join(', ');
    void vscode.window.showErrorMessage(`warploom was not found in ${looked}. The setting warploom.path names it.`);
    return;
  }
  const selector = [{ language: 'c' }, { language: 'cuda-cpp' }];
  client = new LanguageClient('warploom', 'Warploom', { command: binary, args: ['lsp'] }, {
    documentSelector: selector,
    middleware: {
      // The lens above a kernel: what comes back is shown, not dropped.
      executeCommand: (command, words, next) =>
        command === 'warploom.showCuda' ? showCuda(words[0] as string) : next(command, words),
    },
  });
  await client.start();
}

async function make(uri: string): Promise<Made | undefined> {
  const request = { command: 'warploom.showCuda', arguments: [uri] };
  return client?.sendRequest<Made>('workspace/executeCommand', request);
}

function address(uri: string): vscode.Uri {
  const name = path.basename(vscode.Uri.parse(uri).fsPath).replace(/\.[^.]*$/, '.cu');
  return vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: uri });
}

function content(of: vscode.Uri): string {
  return shown.get(of.query)?.text ?? '';
}

let pending: NodeJS.Timeout | undefined;

/** The generated text follows what is typed, after a moment. */
function soon(uri: string): void {
  if (shown.has(uri)) {
    clearTimeout(pending);
    pending = setTimeout(() => void refresh(uri), PAUSE);
  }
}

async function refresh(uri: string): Promise<void> {
  // A text with errors leaves what there is; the errors are marked in the text itself.
  const made = await make(uri).catch(() => undefined);
  if (made && shown.has(uri)) {
    keep(uri, made);
    changed.fire(address(uri));
  }
}

function keep(uri: string, made: Made): void {
  shown.set(uri, { text: made.text, lines: made.sourceMap && new Lines(made.sourceMap) });
}

async function showCuda(uri: string | undefined): Promise<void> {
  const complain = (problem: unknown): undefined => {
    void vscode.window.showErrorMessage(problem instanceof Error ? problem.message : String(problem));
  };
  const made = uri === undefined ? undefined : await make(uri).catch(complain);
  if (uri === undefined || made === undefined) {
    return;
  }
  keep(uri, made);
  changed.fire(address(uri));
  const document = await vscode.workspace.openTextDocument(address(uri));
  await vscode.languages.setTextDocumentLanguage(document, made.languageId);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
}

const partner = vscode.window.createTextEditorDecorationType({
  backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
  isWholeLine: true,
});

/** The cursor in one text shows its partner in the other. */
function follow(event: vscode.TextEditorSelectionChangeEvent): void {
  const { document, selection } = event.textEditor;
  const isGenerated = document.uri.scheme === SCHEME;
  const uri = isGenerated ? document.uri.query : document.uri.toString();
  const lines = shown.get(uri)?.lines;
  const other = isGenerated ? uri : address(uri).toString();
  const editor = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === other);
  if (!lines || !editor) {
    return;
  }
  const at = selection.active.line;
  const found = isGenerated ? [lines.toSource(at)?.line].filter((line) => line !== undefined) : lines.toGenerated(0, at);
  const ranges = found.map((line) => new vscode.Range(line, 0, line, 0));
  editor.setDecorations(partner, ranges);
  if (ranges.length > 0) {
    editor.revealRange(ranges[0], vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

/** The page of the profiler, in a panel. It has no scripts, and gets none. */
async function profile(uri?: string): Promise<void> {
  const binary = findBinary(machine());
  const file = uri ? vscode.Uri.parse(uri).fsPath : vscode.window.activeTextEditor?.document.uri.fsPath;
  if (binary === undefined || file === undefined) {
    return;
  }
  const page = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'warploom-')), 'profile.html');
  const run = (token: vscode.CancellationToken) =>
    new Promise<string>((resolve) => {
      const child = execFile(binary, ['profile', file, '--html', page], (error, _, said) => resolve(error ? said : ''));
      token.onCancellationRequested(() => child.kill());
    });
  const options = { location: vscode.ProgressLocation.Notification, title: 'Profiling', cancellable: true };
  const problem = await vscode.window.withProgress(options, (_, token) => run(token));
  if (!fs.existsSync(page)) {
    void vscode.window.showErrorMessage(problem || 'The program was not profiled.');
    return;
  }
  const panel = vscode.window.createWebviewPanel('warploom.profile', `Profile of ${path.basename(file)}`, vscode.ViewColumn.Beside, {});
  panel.webview.html = fs.readFileSync(page, 'utf8');
}

/** What the server offers for the place of the cursor; a kernel's rewrite is shown before it is made. */
async function rewrite(kind: string): Promise<void> {
  await vscode.commands.executeCommand('editor.action.codeAction', { kind, apply: 'ifSingle', preferred: false });
}

async function explain(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const here = editor && vscode.languages.getDiagnostics(editor.document.uri).find((one) => one.range.contains(editor.selection.active) && one.source === 'warploom');
  const code = await vscode.window.showInputBox({ prompt: 'The code of a diagnostic', value: String(here?.code ?? '') });
  if (code) {
    const page = await client?.sendRequest<Made>('workspace/executeCommand', { command: 'warploom.explain', arguments: [code] });
    const document = await vscode.workspace.openTextDocument({ content: page?.text ?? '', language: 'markdown' });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
  }
}
