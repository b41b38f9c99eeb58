import { join } from 'node:path';
import { createContext } from 'node:vm';
import type { TestApp } from '../app.ts';
import { scriptOf } from '../script.ts';
import { Jar } from './jar.ts';

/** The built code of our page and worker. */
type Ours = typeof import('./entry.ts');
/**
 * Outcome of a request. `lost`: it does not reach the server. `unanswered`: the response does not arrive. `cut`: the
 * head of the response arrives without the body. `late`: it reaches the server after the page has given up.
 */
export type Fate = 'answered' | 'lost' | 'unanswered' | 'cut' | 'late';
type Judge = (who: string, path: string) => Fate;
type News = { data: unknown };

const broken = () => new TypeError('Failed to fetch');

/** A browser without a window. Its tabs and its worker run our own code, each in a separate VM context. */
export class Device {
  readonly jar = new Jar();
  /** Requests that reached the server, in order. */
  readonly asked: string[] = [];
  judge: Judge = () => 'answered';
  readonly #app: TestApp;
  readonly #hasLocks: boolean;
  readonly #locks = new Map<string, Promise<unknown>>();
  readonly #channels = new Set<(news: News) => void>();
  #late: (() => Promise<unknown>)[] = [];

  /** @param hasLocks browsers have no Web Locks on plain http */
  constructor(app: TestApp, hasLocks = true) {
    this.#app = app;
    this.#hasLocks = hasLocks;
  }

  tab(name: string): Promise<Ours> {
    const { jar } = this;
    const document = {
      get cookie() {
        return jar.readable();
      },
    };
    return this.#open(name, { document });
  }

  /** Starts the worker, which reads cookies by `cookieStore`. */
  worker(): Promise<Ours> {
    const get = async (name: string) => {
      const value = this.jar.get(name);
      return value === undefined ? null : { value };
    };
    return this.#open('worker', { cookieStore: { get } });
  }

  /** Delivers the `late` requests to the server. */
  async arrive(): Promise<void> {
    for (const send of this.#late.splice(0)) await send();
  }

  async #open(who: string, own: object): Promise<Ours> {
    const script = await scriptOf('device', join(import.meta.dirname, 'entry.ts'));
    const { AbortSignal, AbortController, Headers, Request, Response, URL, URLSearchParams, console } = globalThis;
    const { crypto, performance, setTimeout, clearTimeout } = globalThis;
    const world = createContext({
      AbortSignal,
      AbortController,
      Headers,
      Request,
      Response,
      URL,
      URLSearchParams,
      console,
      crypto,
      performance,
      setTimeout,
      clearTimeout,
      Date: globalThis.Date,
      TypeError: globalThis.TypeError,
      fetch: this.#fetchOf(who),
      BroadcastChannel: this.#channelOf(),
      navigator: this.#navigator(),
      ...own,
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
      const locked = before.then(work);
      this.#locks.set(
        name,
        locked.catch(() => undefined),
      );
      return locked;
    };
    return { locks: { request } };
  }
}
