import { join } from 'node:path';
import { createContext } from 'node:vm';
import type { TestApp } from '../app.ts';
import { scriptOf } from '../script.ts';
import { Jar } from './jar.ts';

/** What a page and the worker of ours run, as it is built for them. */
type Ours = typeof import('./entry.ts');
/**
 * What becomes of a request. `lost`: the site never hears of it. `unanswered`: the answer does not come back.
 * `cut`: the answer's head comes, its body does not. `late`: the page has given up when the site hears of it.
 */
export type Fate = 'answered' | 'lost' | 'unanswered' | 'cut' | 'late';
type Judge = (who: string, path: string) => Fate;
type News = { data: unknown };

const broken = () => new TypeError('Failed to fetch');

/** One browser without a window: its tabs and its worker run our own code, each in a world of its own. */
export class Device {
  readonly jar = new Jar();
  /** What the site was asked for, in order. */
  readonly asked: string[] = [];
  judge: Judge = () => 'answered';
  readonly #app: TestApp;
  readonly #hasLocks: boolean;
  readonly #locks = new Map<string, Promise<unknown>>();
  readonly #channels = new Set<(news: News) => void>();
  #late: (() => Promise<unknown>)[] = [];

  /** @param hasLocks a browser has none where a site comes over plain http */
  constructor(app: TestApp, hasLocks = true) {
    this.#app = app;
    this.#hasLocks = hasLocks;
  }

  /** Opens a tab. */
  tab(name: string): Promise<Ours> {
    const { jar } = this;
    const document = {
      get cookie() {
        return jar.readable();
      },
    };
    return this.#open(name, { document });
  }

  /** Starts the worker, which reads cookies in another way. */
  worker(): Promise<Ours> {
    const get = async (name: string) => {
      const value = this.jar.get(name);
      return value === undefined ? null : { value };
    };
    return this.#open('worker', { cookieStore: { get } });
  }

  /** Lets the site hear of what was under way when the pages gave it up. */
  async arrive(): Promise<void> {
    for (const send of this.#late.splice(0)) await send();
  }

  async #open(who: string, own: object): Promise<Ours> {
    const script = await scriptOf('device', join(import.meta.dirname, 'entry.ts'));
    const { AbortSignal, AbortController, Headers, Request, Response, URL, URLSearchParams, console } = globalThis;
    const { crypto, performance, setTimeout, clearTimeout } = globalThis;
    const world = createContext({
      ...{ AbortSignal, AbortController, Headers, Request, Response, URL, URLSearchParams, console },
      ...{ crypto, performance, setTimeout, clearTimeout, Date: globalThis.Date, TypeError: globalThis.TypeError },
      ...{ fetch: this.#fetchOf(who), BroadcastChannel: this.#channelOf(), navigator: this.#navigator(), ...own },
    });
    return script.runInContext(world) as Ours;
  }

  #fetchOf(who: string) {
    return async (path: string, init: RequestInit = {}): Promise<Response> => {
      const fate = this.judge(who, path);
      const headers = new Headers(init.headers);
      headers.set('Cookie', this.jar.header());
      headers.set('Sec-Fetch-Site', 'same-origin');
      const send = () => this.#app.request(path, { method: init.method ?? 'GET', headers });
      if (fate === 'late') this.#late.push(send);
      if (fate === 'late' || fate === 'lost') throw broken();
      this.asked.push(`${who} ${path}`);
      const response = await send();
      if (fate === 'unanswered') throw broken();
      this.jar.keep(response);
      if (fate === 'cut') return new Response(new ReadableStream({ pull: () => Promise.reject(broken()) }), response);
      return response;
    };
  }

  #channelOf() {
    const channels = this.#channels;
    return class {
      #listener: (news: News) => void = () => {};
      addEventListener(_: string, listener: (news: News) => void) {
        this.#listener = listener;
        channels.add(listener);
      }
      postMessage(data: unknown) {
        for (const other of channels) if (other !== this.#listener) queueMicrotask(() => other({ data }));
      }
    };
  }

  #navigator() {
    if (!this.#hasLocks) return {};
    const request = (name: string, work: () => Promise<unknown>) => {
      const before = this.#locks.get(name) ?? Promise.resolve();
      const held = before.then(work);
      this.#locks.set(
        name,
        held.catch(() => undefined),
      );
      return held;
    };
    return { locks: { request } };
  }
}
