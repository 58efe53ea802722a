// As much of an editor as the extension asks for: windows, texts and commands that a test can look at, and a client
// that talks to the real server.

import { spawn, type ChildProcess } from 'node:child_process';
import Module from 'node:module';
import * as path from 'node:path';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter, type MessageConnection } from 'vscode-jsonrpc/node';

class Uri {
  constructor(readonly scheme: string, readonly path: string, readonly query = '') {}
  static parse(text: string): Uri {
    const parts = /^([a-z]+):(?:\/\/)?([^?]*)(?:\?(.*))?$/.exec(text)!;
    return new Uri(parts[1], decodeURIComponent(parts[2]), parts[3] ?? '');
  }
  static from(parts: { scheme: string; path: string; query: string }): Uri {
    return new Uri(parts.scheme, parts.path, parts.query);
  }
  get fsPath(): string { return this.path; }
  toString(): string { return `${this.scheme}:${this.scheme === 'file' ? '//' : ''}${this.path}${this.query && `?${this.query}`}`; }
}

class Range {
  constructor(readonly line: number, readonly from: number, readonly lastLine: number, readonly to: number) {}
}

class Emitter<T> {
  private readonly heard: ((value: T) => unknown)[] = [];
  readonly event = (hear: (value: T) => unknown) => { this.heard.push(hear); return { dispose() {} }; };
  fire(value: T): void { this.heard.forEach((hear) => hear(value)); }
}

export interface TextDocument { uri: Uri; languageId: string; version: number; getText(): string }
export class Editor {
  /** The lines that are marked as partners. */
  marked: number[] = [];
  revealed: number | undefined;
  selection = { active: { line: 0, character: 0 } };
  constructor(readonly document: TextDocument) {}
  setDecorations(_: unknown, ranges: Range[]): void { this.marked = ranges.map((range) => range.line); }
  revealRange(range: Range): void { this.revealed = range.line; }
}

type Content = (uri: Uri) => string;
type Run = (...words: unknown[]) => unknown;

/** The editor, as a test sees it. */
export class Bench {
  readonly commands = new Map<string, Run>();
  readonly executed: { name: string; words: unknown[] }[] = [];
  readonly editors: Editor[] = [];
  readonly complaints: string[] = [];
  readonly panels: { title: string; webview: { html: string } }[] = [];
  readonly diagnostics = new Map<string, { message: string }[]>();
  active: Editor | undefined;
  readonly selected = new Emitter<{ textEditor: Editor }>();
  readonly changed = new Emitter<{ document: TextDocument }>();
  readonly closed = new Emitter<TextDocument>();
  readonly providers = new Map<string, { content: Content; changed: (hear: (uri: Uri) => unknown) => unknown }>();
  client: Client | undefined;

  constructor(readonly settings: Record<string, string>) {}

  /** Opens a text of the user's. */
  open(uri: string, text: string): Editor {
    const kept = { text };
    const document = { uri: Uri.parse(uri), languageId: uri.endsWith('.cu') ? 'cuda-cpp' : 'c', version: 1, getText: () => kept.text };
    const editor = new Editor(document);
    this.editors.push(editor);
    this.active = editor;
    this.client?.notify('textDocument/didOpen', { textDocument: { uri, languageId: document.languageId, version: 1, text } });
    return Object.assign(editor, {
      type: (next: string) => {
        kept.text = next;
        document.version += 1;
        this.client?.notify('textDocument/didChange', { textDocument: { uri, version: document.version }, contentChanges: [{ text: next }] });
        this.changed.fire({ document });
      },
    });
  }

  select(editor: Editor, line: number): void {
    editor.selection = { active: { line, character: 0 } };
    this.selected.fire({ textEditor: editor });
  }

  async run(name: string, ...words: unknown[]): Promise<void> {
    await this.commands.get(name)!(...words);
  }

  /** The text beside, if one is shown. */
  beside(): Editor | undefined {
    return this.editors.find((editor) => editor.document.uri.scheme === 'warploom');
  }

  async until(what: string, holds: () => boolean): Promise<void> {
    for (let turn = 0; turn < 1200; turn++) {
      if (holds()) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${what}: not within a minute; the editor complained: ${this.complaints.join(', ')}`);
  }

  /** What `import 'vscode'` gives. */
  api(): object {
    const disposable = { dispose() {} };
    return {
      Uri, Range, EventEmitter: Emitter,
      ThemeColor: class {},
      ViewColumn: { Beside: -2 },
      ProgressLocation: { Notification: 15 },
      TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
      commands: {
        registerCommand: (name: string, run: Run) => { this.commands.set(name, run); return disposable; },
        executeCommand: async (name: string, ...words: unknown[]) => { this.executed.push({ name, words }); },
      },
      languages: {
        setTextDocumentLanguage: async (document: { languageId: string }, language: string) => { document.languageId = language; },
        getDiagnostics: () => [],
      },
      workspace: {
        workspaceFolders: [],
        getConfiguration: () => ({ get: (name: string, otherwise: string) => this.settings[name] ?? otherwise }),
        registerTextDocumentContentProvider: (scheme: string, of: { provideTextDocumentContent: Content; onDidChange: (hear: (uri: Uri) => unknown) => unknown }) => {
          this.providers.set(scheme, { content: of.provideTextDocumentContent, changed: of.onDidChange });
          return disposable;
        },
        onDidChangeTextDocument: this.changed.event,
        onDidCloseTextDocument: this.closed.event,
        openTextDocument: async (uri: Uri) => {
          const provider = this.providers.get(uri.scheme)!;
          const known = this.editors.find((editor) => editor.document.uri.toString() === uri.toString());
          return known?.document ?? { uri, languageId: '', version: 1, getText: () => provider.content(uri) };
        },
      },
      window: {
        get activeTextEditor() { return bench.active; },
        get visibleTextEditors() { return bench.editors; },
        onDidChangeTextEditorSelection: this.selected.event,
        createTextEditorDecorationType: () => disposable,
        showErrorMessage: async (text: string) => { this.complaints.push(text); },
        showTextDocument: async (document: TextDocument) => {
          if (!this.editors.some((editor) => editor.document === document)) {
            this.editors.push(new Editor(document));
          }
        },
        withProgress: (_: unknown, work: (_: unknown, token: object) => unknown) => work({}, { onCancellationRequested() {} }),
        createWebviewPanel: (_: string, title: string) => {
          const panel = { title, webview: { html: '' } };
          this.panels.push(panel);
          return panel;
        },
      },
    };
  }
}

interface Options {
  middleware: { executeCommand: (name: string, words: unknown[], next: Run) => unknown };
}

/** In the place of `vscode-languageclient`, which needs all of the editor: the same server, the same requests. */
export class Client {
  private child: ChildProcess | undefined;
  private connection: MessageConnection | undefined;

  constructor(_: string, __: string, private readonly server: { command: string; args: string[] }, private readonly options: Options) {}

  async start(): Promise<void> {
    this.child = spawn(this.server.command, this.server.args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const connection = createMessageConnection(new StreamMessageReader(this.child.stdout!), new StreamMessageWriter(this.child.stdin!));
    this.connection = connection;
    connection.onNotification('textDocument/publishDiagnostics', (found: { uri: string; diagnostics: { message: string }[] }) => {
      bench.diagnostics.set(found.uri, found.diagnostics);
    });
    connection.listen();
    const told = await connection.sendRequest<{ capabilities: { executeCommandProvider: { commands: string[] } } }>(
      'initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    for (const name of told.capabilities.executeCommandProvider.commands) {
      const next = (...words: unknown[]) => this.sendRequest('workspace/executeCommand', { command: name, arguments: words });
      bench.commands.set(name, (...words) => this.options.middleware.executeCommand(name, words, (_, all) => next(...(all as unknown[]))));
    }
    this.notify('initialized', {});
    bench.client = this;
  }

  notify(method: string, params: object): void {
    void this.connection!.sendNotification(method, params);
  }

  sendRequest<T>(method: string, params: object): Promise<T> {
    return this.connection!.sendRequest<T>(method, params);
  }

  async stop(): Promise<void> {
    await this.connection?.sendRequest('shutdown');
    await this.connection?.sendNotification('exit');
    this.connection?.dispose();
  }
}

let bench: Bench;

/** The extension, loaded into an editor. */
export function load(settings: Record<string, string>): { bench: Bench; extension: typeof import('../extension') } {
  bench = new Bench(settings);
  const api = bench.api();
  const own = Module as unknown as { _load: (name: string, ...rest: unknown[]) => unknown };
  const original = own._load;
  own._load = (name, ...rest) => {
    if (name === 'vscode') {
      return api;
    }
    return name === 'vscode-languageclient/node' ? { LanguageClient: Client } : original(name, ...rest);
  };
  // Each editor has an extension of its own.
  const file = path.join(__dirname, '..', 'extension.js');
  delete require.cache[file];
  const extension = require(file) as typeof import('../extension');
  own._load = original;
  return { bench, extension };
}
