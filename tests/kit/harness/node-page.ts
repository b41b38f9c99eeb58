import { join } from 'node:path';
import { constants, createContext, runInContext } from 'node:vm';
import { scriptOf } from '../script.ts';
import type { NodeDevice } from './node-device.ts';
import { send } from './node-fetch.ts';
import type { Host } from './tab/host.ts';

type Inside = typeof import('./tab/entry.ts');

/** Node globals that pages may use, too. */
const platform = {
  AbortController,
  AbortSignal,
  Blob,
  CustomEvent,
  Event,
  EventTarget,
  File,
  FormData,
  Headers,
  MessageEvent,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  console,
  crypto,
  performance,
  queueMicrotask,
};

/** A page that runs in a VM context of its own. Once closed, it receives no responses and events. */
export class NodePage {
  readonly #device: NodeDevice;
  readonly #world = createContext(constants.DONT_CONTEXTIFY);
  readonly #timers = new Map<number, NodeJS.Timeout>();
  #lastTimer = 0;
  readonly #closing = new AbortController();
  readonly #closed = Promise.withResolvers<never>();
  #inside!: Inside;

  private constructor(device: NodeDevice) {
    this.#device = device;
    // Avoids an unhandled rejection when no test waits for the page.
    this.#closed.promise.catch(() => undefined);
  }

  static async load(device: NodeDevice): Promise<NodePage> {
    const script = await scriptOf('tab', join(import.meta.dirname, 'tab/entry.ts'));
    const page = new NodePage(device);
    Object.assign(page.#world, platform, { host: page.#host() });
    page.#inside = script.runInContext(page.#world) as Inside;
    return page;
  }

  async evaluate(source: string, argument: unknown): Promise<unknown> {
    const work = runInContext(source, this.#world) as (argument: unknown) => unknown;
    try {
      const result = await Promise.race([work(this.#inside.adopt(structuredClone(argument))), this.#closed.promise]);
      // Functions cannot be cloned, as in a browser.
      return typeof result === 'function' ? undefined : structuredClone(result);
    } catch (cause) {
      throw new Error(String(cause), { cause });
    }
  }

  close(): void {
    if (this.#closing.signal.aborted) return;
    this.#inside.leave();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#closing.abort();
    this.#device.locks.release(this);
    this.#closed.reject(new Error('The page was closed.'));
  }

  #host(): Host {
    const device = this.#device;
    const { signal } = this.#closing;
    return {
      origin: device.origin,
      databases: device.databases,
      localStorage: device.localStorage,
      cookies: {
        read: () => device.cookies.readable(),
        write: (line) => device.cookies.set(line),
      },
      clone: structuredClone,
      queueTask: (work) => device.queueTask(work),
      startTimer: (work, delay) => this.#startTimer(work, delay),
      stopTimer: (id) => {
        clearTimeout(this.#timers.get(id));
        this.#timers.delete(id);
      },
      fetch: (request) => send(request, device.cookies, signal),
      lock: (name, ifAvailable, work) => device.locks.request(this, name, ifAvailable, work),
      locks: () => device.locks.query(),
      openChannel: (name, receive) => {
        const channel = { name, receive };
        const close = () => device.channels.delete(channel);
        device.channels.add(channel);
        signal.addEventListener('abort', close);
        return { post: (data) => device.post(channel, data), close };
      },
      runInitScripts: () => {
        for (const script of device.initScripts) runInContext(script, this.#world);
      },
    };
  }

  #startTimer(work: () => void, delay: number): number {
    this.#lastTimer += 1;
    const id = this.#lastTimer;
    if (this.#closing.signal.aborted) return id;
    const run = () => {
      this.#timers.delete(id);
      work();
    };
    this.#timers.set(id, setTimeout(run, delay));
    return id;
  }
}
