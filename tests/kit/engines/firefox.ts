import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endWithTests } from './end-with-tests.ts';
import {
  type BrowserDriver,
  type Engine,
  type Handle,
  type Key,
  programOf,
  type Size,
  type TabDriver,
} from './engine.ts';

const programs = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const startLimitMs = 60_000;

type Settings = Record<string, string | number | boolean>;

/** Nothing that the browser does by itself; the back/forward cache stays as it is for people. */
const settings: Settings = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,none',
  'ui.prefersReducedMotion': 1,
};

type Message = {
  id?: number;
  type: 'success' | 'error' | 'event';
  error?: string;
  message?: string;
  result: never;
  method?: string;
  params: { level?: string; text?: string };
};
type Remote = { type: string; value?: string; sharedId?: string };
type Evaluated = { type: 'success'; result: Remote } | { type: 'exception'; exceptionDetails: { text: string } };

/** A connection over WebDriver BiDi. */
class Connection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<never>>();
  readonly errors: string[] = [];
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The browser has ended.'));
    });
  }

  static async open(url: string): Promise<Connection> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Connection(socket);
  }

  send<T = unknown>(method: string, params: object = {}): Promise<T> {
    const id = ++this.#last;
    const answer = Promise.withResolvers<never>();
    this.#waiting.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answer.promise;
  }

  #receive({ id, type, error, message, result, method, params }: Message): void {
    if (method === 'log.entryAdded' && params.level === 'error') this.errors.push(params.text ?? '');
    const answer = this.#waiting.get(id ?? 0);
    if (!id || !answer) return;
    this.#waiting.delete(id);
    if (type === 'error') answer.reject(new Error(`${error}: ${message}`));
    else answer.resolve(result);
  }
}

/** Keys as WebDriver names them. */
const keys = { Enter: '\ue007', ArrowLeft: '\ue012', ArrowRight: '\ue014' };

/** Runs in the browser's own window: its interface for input methods types into the focused field of the page. */
function convert(reading: string, text: string): void {
  const { Cc, Ci } = globalThis as unknown as PrivilegedGlobals;
  const method = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
  const pressOf = (key: string, code = key) => new KeyboardEvent('', { key, code });
  method.beginInputTransactionForTests(window, () => true);
  method.setPendingCompositionString(reading);
  method.appendClauseToPendingComposition(reading.length, method.ATTR_RAW_CLAUSE);
  method.setCaretInPendingComposition(reading.length);
  method.flushPendingComposition(pressOf('a', 'KeyA'));
  method.keydown(pressOf('ArrowDown'));
  method.keyup(pressOf('ArrowDown'));
  method.commitCompositionWith(text, pressOf('Enter'));
}
/** Part of `nsITextInputProcessor`. */
interface InputMethod {
  readonly ATTR_RAW_CLAUSE: number;
  beginInputTransactionForTests(of: Window, onNotified: () => boolean): boolean;
  setPendingCompositionString(text: string): void;
  appendClauseToPendingComposition(length: number, kind: number): void;
  setCaretInPendingComposition(at: number): void;
  flushPendingComposition(key: KeyboardEvent): boolean;
  keydown(key: KeyboardEvent): number;
  keyup(key: KeyboardEvent): boolean;
  commitCompositionWith(text: string, key: KeyboardEvent): void;
}
type PrivilegedGlobals = {
  Cc: { '@mozilla.org/text-input-processor;1': { createInstance(which: unknown): InputMethod } };
  Ci: { nsITextInputProcessor: unknown };
};

class FirefoxTab implements TabDriver {
  readonly #connection: Connection;
  readonly #context: string;

  constructor(connection: Connection, context: string) {
    this.#connection = connection;
    this.#context = context;
  }

  #send<T>(method: string, params: object = {}): Promise<T> {
    return this.#connection.send(method, { context: this.#context, ...params });
  }

  async open(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { url, wait: 'complete' });
  }

  async back(): Promise<void> {
    await this.#send('browsingContext.traverseHistory', { delta: -1 });
  }

  async #evaluate(expression: string, context = this.#context): Promise<Remote> {
    const target = { context };
    const options = { awaitPromise: true, userActivation: true };
    const answer = await this.#connection.send<Evaluated>('script.evaluate', { expression, target, ...options });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result;
  }

  async evaluate(expression: string): Promise<unknown> {
    const { value } = await this.#evaluate(`Promise.resolve(${expression}).then((it) => JSON.stringify(it) ?? 'null')`);
    return JSON.parse(value ?? 'null');
  }

  async find(expression: string): Promise<Handle | null> {
    return (await this.#evaluate(expression)).sharedId ?? null;
  }

  async #act(...actions: object[]): Promise<void> {
    await this.#send('input.performActions', { actions });
  }

  async click(element: Handle): Promise<void> {
    const origin = { type: 'element', element: { sharedId: element } };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#act({ type: 'pointer', id: 'mouse', actions });
  }

  async type(element: Handle, text: string): Promise<void> {
    await this.click(element);
    await this.#pressAll([...text]);
  }

  async press(key: Key): Promise<void> {
    await this.#pressAll([keys[key]]);
  }

  async #pressAll(values: readonly string[]): Promise<void> {
    const actions = values.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#act({ type: 'key', id: 'keys', actions });
  }

  async compose(element: Handle, reading: string, text: string): Promise<void> {
    await this.click(element);
    type Tree = { contexts: { context: string }[] };
    const { contexts } = await this.#connection.send<Tree>('browsingContext.getTree', { 'moz:scope': 'chrome' });
    const words = [reading, text].map((one) => JSON.stringify(one));
    await this.#evaluate(`(${convert})(${words})`, contexts[0]?.context);
  }

  async upload(element: Handle, files: readonly string[]): Promise<void> {
    await this.#send('input.setFiles', { element: { sharedId: element }, files });
  }

  async resize(viewport: Size): Promise<void> {
    await this.#send('browsingContext.setViewport', { viewport });
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.#send<{ data: string }>('browsingContext.captureScreenshot');
    return Buffer.from(data, 'base64');
  }

  async close(): Promise<void> {
    await this.#send('browsingContext.close');
  }
}

class Firefox implements BrowserDriver {
  readonly title: string;
  readonly errors: string[];
  readonly #connection: Connection;
  readonly #process: ChildProcess;

  constructor(title: string, connection: Connection, child: ChildProcess) {
    this.title = title;
    this.errors = connection.errors;
    this.#connection = connection;
    this.#process = child;
  }

  async newTab(): Promise<TabDriver> {
    const { context } = await this.#connection.send<{ context: string }>('browsingContext.create', { type: 'tab' });
    return new FirefoxTab(this.#connection, context);
  }

  async end(): Promise<void> {
    const ended = once(this.#process, 'exit');
    await this.#connection.send('browser.close').catch(() => this.#process.kill('SIGKILL'));
    await ended;
  }
}

/** Starts the browser and returns its address for WebDriver BiDi. */
async function start(program: string, profile: string, more: Settings): Promise<{ child: ChildProcess; url: string }> {
  const lines = Object.entries({ ...settings, ...more }).map(
    (entry) => `user_pref(${entry.map((one) => JSON.stringify(one)).join()});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  // The interface for input methods is one of the browser itself.
  const access = '--remote-allow-system-access';
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', access, '--profile', profile];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  endWithTests(child);
  const url = await new Promise<string>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('Firefox did not start.')), startLimitMs);
    child.stderr.on('data', (chunk: Buffer) => {
      const found = /ws:\/\/\S+/.exec(String(chunk));
      if (!found) return;
      clearTimeout(limit);
      resolve(`${found[0]}/session`);
    });
    child.once('exit', (code) => reject(new Error(`Firefox has ended (${code}).`)));
  });
  return { child, url };
}

async function launch(profile: string, more: Settings): Promise<BrowserDriver> {
  const { child, url } = await start((await programOf(programs)) ?? '', profile, more);
  const connection = await Connection.open(url);
  type Session = { capabilities: { browserVersion: string } };
  const { capabilities } = await connection.send<Session>('session.new', { capabilities: {} });
  await connection.send('session.subscribe', { events: ['log.entryAdded'] });
  return new Firefox(`Firefox ${capabilities.browserVersion}`, connection, child);
}

/** Stock Firefox over WebDriver BiDi, without a display. @param more preferences besides the usual ones */
export const firefoxWith = (more: Settings): Engine => ({
  name: 'Firefox',
  packages: 'firefox-esr',
  missing: async () => ((await programOf(programs)) ? null : `no ${programs.join(' or ')}`),
  launch: (profile) => launch(profile, more),
});

export const firefox = firefoxWith({});
