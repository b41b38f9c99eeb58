import { adopt } from './adopt.ts';
import { host } from './host.ts';

/** Starts a timer that runs only while the page is open. */
const startTimeout = (work: (...args: unknown[]) => void, delay = 0, ...rest: unknown[]): number =>
  host.startTimer(() => work(...rest), delay);

/** Parses JSON into objects of this VM context. */
class PageResponse extends Response {
  override async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

async function pageFetch(path: string, init?: RequestInit): Promise<Response> {
  const request = new Request(new URL(path, host.origin), init);
  try {
    const { body, status, headers } = await host.fetch(request);
    return new PageResponse(body, { status, headers });
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason;
    throw new TypeError('Failed to fetch', { cause });
  }
}

class PageChannel extends EventTarget {
  readonly name: string;
  onmessage: ((event: MessageEvent) => void) | null = null;
  readonly #channel: ReturnType<typeof host.openChannel>;

  constructor(name: string) {
    super();
    this.name = name;
    this.#channel = host.openChannel(name, (data) => {
      const event = new MessageEvent('message', { data: adopt(data) });
      this.onmessage?.(event);
      this.dispatchEvent(event);
    });
  }

  postMessage(data: unknown): void {
    this.#channel.post(data);
  }

  close(): void {
    this.#channel.close();
  }
}

class PageDocument extends EventTarget {
  readonly visibilityState = 'visible';

  get cookie(): string {
    return host.cookies.read();
  }

  set cookie(line: string) {
    host.cookies.write(line);
  }
}

type LockWork = Parameters<typeof host.lock>[2];

const locks = {
  async request(name: string, ...args: [LockWork] | [LockOptions, LockWork]): Promise<unknown> {
    const [options, work] = args.length === 2 ? args : [{}, args[0]];
    return host.lock(name, options.ifAvailable === true, work);
  },
  async query() {
    return host.locks();
  },
};

/** An empty cache: images are the worker's matter, which is tested in a browser. */
const emptyCache = {
  keys: async () => [],
  delete: async () => false,
};

const { crypto } = globalThis;

/** Returns promises of this VM context: Dexie takes the native promise class from one of them. */
const pageCrypto = {
  getRandomValues: crypto.getRandomValues.bind(crypto),
  randomUUID: crypto.randomUUID.bind(crypto),
  subtle: {
    digest: async (...args: Parameters<SubtleCrypto['digest']>) => crypto.subtle.digest(...args),
  },
};

/** Its own keys are the stored keys, as in a browser. */
const localStorage = new Proxy(
  {
    getItem: (key: string) => host.localStorage.get(key) ?? null,
    setItem: (key: string, text: string) => void host.localStorage.set(key, text),
    removeItem: (key: string) => void host.localStorage.delete(key),
  },
  {
    ownKeys: () => [...host.localStorage.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  },
);

const events = new EventTarget();

Object.assign(globalThis, {
  window: globalThis,
  self: globalThis,
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
  localStorage,
  location: new URL(host.origin),
  document: new PageDocument(),
  navigator: {
    onLine: true,
    locks,
    storage: {
      persisted: async () => false,
      persist: async () => false,
      estimate: async () => ({}),
    },
  },
  caches: {
    open: async () => emptyCache,
    delete: async () => false,
  },
  scheduler: { postTask: host.queueTask },
  setTimeout: startTimeout,
  clearTimeout: host.stopTimer,
  structuredClone: (value: unknown) => adopt(host.clone(value)),
  // Dexie warns of each database that a test deletes, and logs each page that is left.
  console: { log: console.log, error: console.error, warn: () => undefined, debug: () => undefined },
  crypto: pageCrypto,
  fetch: pageFetch,
  Response: PageResponse,
  BroadcastChannel: PageChannel,
});
