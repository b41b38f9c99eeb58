import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { freePort } from '../ports.ts';
import { until } from '../until.ts';
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

const driver = '/usr/bin/WebKitWebDriver';
const screen = '/usr/bin/Xvfb';
const python = '/usr/bin/python3';
const host = join(import.meta.dirname, 'webkit-host.py');
/** The key of an element's id in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
/** Keys as WebDriver names them. */
const keys = { Enter: '\ue007', ArrowLeft: '\ue012', ArrowRight: '\ue014', ArrowDown: '\ue015' };

/** A WebDriver session. A command goes to the current tab, so commands run one after another. */
class Session {
  readonly #origin: string;
  #path = '';
  #tab = '';
  #last: Promise<unknown> = Promise.resolve();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Returns the browser's name and version. */
  async begin(args: readonly string[]): Promise<string> {
    const alwaysMatch = { 'webkitgtk:browserOptions': { binary: python, args } };
    type Answer = { sessionId: string; capabilities: { browserName: string; browserVersion: string } };
    const { sessionId, capabilities } = await this.#call<Answer>('POST', '/session', { capabilities: { alwaysMatch } });
    this.#path = `/session/${sessionId}`;
    return `${capabilities.browserName} ${capabilities.browserVersion}`;
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const response = await fetch(this.#origin + this.#path + path, init);
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  /** Runs a command after all earlier ones, in a tab if one is given. */
  send<T>(method: string, path: string, body?: object, tab?: string): Promise<T> {
    const run = async () => {
      if (tab && tab !== this.#tab) await this.#call('POST', '/window', { handle: tab });
      if (tab) this.#tab = tab;
      return this.#call<T>(method, path, body);
    };
    const result = this.#last.then(run);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

class WebKitTab implements TabDriver {
  readonly #session: Session;
  readonly #handle: string;

  constructor(session: Session, handle: string) {
    this.#session = session;
    this.#handle = handle;
  }

  #send<T>(method: string, path: string, body?: object): Promise<T> {
    return this.#session.send(method, path, body, this.#handle);
  }

  async open(url: string): Promise<void> {
    await this.#send('POST', '/url', { url });
  }

  async back(): Promise<void> {
    await this.#send('POST', '/back', {});
  }

  async evaluate(expression: string): Promise<unknown> {
    const script = `
      const [done] = arguments;
      const value = async () => (${expression});
      value().then((it) => done({ json: JSON.stringify(it) }), (error) => done({ error: String(error) }));`;
    const { json, error } = await this.#send<{ json?: string; error?: string }>('POST', '/execute/async', {
      script,
      args: [],
    });
    if (error) throw new Error(error);
    return JSON.parse(json ?? 'null');
  }

  async find(expression: string): Promise<Handle | null> {
    const script = `Promise.resolve(${expression}).then(arguments[0])`;
    type Found = Record<string, string> | null;
    return (await this.#send<Found>('POST', '/execute/async', { script, args: [] }))?.[elementKey] ?? null;
  }

  async click(element: Handle): Promise<void> {
    await this.#send('POST', `/element/${element}/click`, {});
  }

  async type(element: Handle, text: string): Promise<void> {
    await this.#send('POST', `/element/${element}/value`, { text });
  }

  async press(key: Key): Promise<void> {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[key] }));
    await this.#send('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  compose(element: Handle, reading: string, text: string): Promise<void> {
    return this.type(element, `«${reading}»${text}${keys.ArrowDown}${keys.Enter}`);
  }

  upload(element: Handle, files: readonly string[]): Promise<void> {
    return this.type(element, files.join('\n'));
  }

  async resize(size: Size): Promise<void> {
    await this.#send('POST', '/window/rect', { x: 0, y: 0, ...size });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#send<string>('GET', '/screenshot'), 'base64');
  }

  async close(): Promise<void> {
    await this.#send('DELETE', '/window');
  }
}

class WebKit implements BrowserDriver {
  readonly title: string;
  readonly errors: string[];
  readonly #session: Session;
  readonly #processes: ChildProcess[];
  #first: string | undefined;

  constructor(title: string, errors: string[], session: Session, processes: ChildProcess[], first: string) {
    this.title = title;
    this.errors = errors;
    this.#session = session;
    this.#processes = processes;
    this.#first = first;
  }

  async newTab(): Promise<TabDriver> {
    // The session begins with a tab.
    const first = this.#first;
    this.#first = undefined;
    const handle = first ?? (await this.#session.send<{ handle: string }>('POST', '/window/new', {})).handle;
    return new WebKitTab(this.#session, handle);
  }

  async end(): Promise<void> {
    await this.#session.send('DELETE', '').catch(() => undefined);
    await endAll(this.#processes);
  }
}

async function endAll(processes: readonly ChildProcess[]): Promise<void> {
  for (const child of processes.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill();
    await once(child, 'exit');
  }
}

function begin(program: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const stdio = ['ignore', 'pipe', 'ignore', 'pipe'] as const;
  const child = spawn(program, args, { stdio: [...stdio], env: { ...process.env, ...env } });
  endWithTests(child);
  return child;
}

async function launch(profile: string): Promise<BrowserDriver> {
  const display = begin(screen, ['-displayfd', '3', '-screen', '0', '1400x2000x24', '-nolisten', 'tcp']);
  const [number] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer];
  const port = await freePort();
  const automation = begin(driver, [`--port=${port}`], {
    DISPLAY: `:${String(number).trim()}`,
    // A container has no namespaces for its sandbox.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    NO_AT_BRIDGE: '1',
  });
  const processes = [display, automation];
  const errors: string[] = [];
  createInterface({ input: automation.stdout as Readable }).on('line', (line) => {
    if (/^CONSOLE \S+ ERROR/.test(line) || /^CONSOLE ERROR/.test(line)) errors.push(line);
  });
  try {
    const origin = `http://127.0.0.1:${port}`;
    await until(() => fetch(`${origin}/status`));
    const session = new Session(origin);
    const title = await session.begin([host, profile]);
    const first = await session.send<string>('GET', '/window');
    return new WebKit(title, errors, session, processes, first);
  } catch (error) {
    await endAll(processes);
    throw error;
  }
}

async function missing(): Promise<string | null> {
  for (const program of [driver, screen, python]) if (!(await programOf([program]))) return `no ${program}`;
  const load =
    'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2';
  return promisify(execFile)(python, ['-c', load]).then(
    () => null,
    () => 'no WebKitGTK 4.1 for Python',
  );
}

/** WebKitGTK over WebDriver, on a display of its own that nobody sees. */
export const webkit: Engine = {
  name: 'WebKit',
  packages: 'webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1',
  missing,
  launch,
};
