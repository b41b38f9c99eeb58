import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db, Document } from 'mongodb';
import { type Listening, listen } from '#api/platform/listen.ts';
import { TestApp } from '../app.ts';
import { testKey } from '../direct-session.ts';
import { freePort } from '../ports.ts';

/** A copy of the documents and photos of a site. */
export type Backup = { documents: Map<string, Document[]>; folder: string };

class Clock {
  ahead = 0;
  readonly now = (): Date => new Date(Date.now() + this.ahead);
}

/** Passes requests on to an app while it is open, as a browser would send them. */
class Gate {
  readonly #app: TestApp;
  readonly #running = new Set<Promise<Response>>();
  #isOpen = true;

  constructor(app: TestApp) {
    this.#app = app;
  }

  readonly fetch = (request: Request): Promise<Response> => {
    const answer = this.#isOpen ? this.#pass(request) : Promise.resolve(new Response(null, { status: 503 }));
    this.#running.add(answer);
    return answer.finally(() => this.#running.delete(answer));
  };

  async #pass(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set('Sec-Fetch-Site', 'same-origin');
    const body = new Uint8Array(await request.arrayBuffer());
    return this.#app.request(pathname + search, {
      method: request.method,
      headers,
      ...(body.length > 0 && { body }),
    });
  }

  /** Does something while no request runs. */
  async whileClosed<T>(work: () => Promise<T>): Promise<T> {
    this.#isOpen = false;
    await Promise.allSettled(this.#running);
    try {
      return await work();
    } finally {
      this.#isOpen = true;
    }
  }
}

/** Collections of the content, without those of sessions: a restored site would log everybody out. */
const contentIn = ['bikes', 'photos'];

/** The whole server in this process, reachable over HTTP, which can be put back to an earlier backup. */
export class ServedApp {
  readonly app: TestApp;
  readonly origin: string;
  readonly #clock: Clock;
  readonly #gate: Gate;
  readonly #listening: Listening;
  #backups = 0;

  private constructor(app: TestApp, origin: string, clock: Clock, gate: Gate, listening: Listening) {
    this.app = app;
    this.origin = origin;
    this.#clock = clock;
    this.#gate = gate;
    this.#listening = listening;
  }

  static async open(): Promise<ServedApp> {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const clock = new Clock();
    const app = await TestApp.open({ KEYS: testKey, PUBLIC_ORIGIN: origin }, { now: clock.now, still: true });
    const gate = new Gate(app);
    return new ServedApp(app, origin, clock, gate, await listen(gate, '127.0.0.1', port));
  }

  now(): Date {
    return this.#clock.now();
  }

  /** Moves the server's clock ahead. */
  later(ms: number): void {
    this.#clock.ahead += ms;
  }

  get db(): Db {
    return this.app.db;
  }

  get #photos(): string {
    return join(this.app.database.folder, 'photos');
  }

  backUp(): Promise<Backup> {
    return this.#gate.whileClosed(async () => {
      const folder = join(this.app.database.folder, `backup-${++this.#backups}`);
      await cp(this.#photos, folder, { recursive: true }).catch(() => undefined);
      const read = async (name: string) => [name, await this.db.collection(name).find().toArray()] as const;
      return { documents: new Map(await Promise.all(contentIn.map(read))), folder };
    });
  }

  restore({ documents, folder }: Backup): Promise<void> {
    return this.#gate.whileClosed(async () => {
      for (const [name, rows] of documents) {
        await this.db.collection(name).deleteMany({});
        if (rows.length > 0) await this.db.collection(name).insertMany(rows);
      }
      await rm(this.#photos, { recursive: true, force: true });
      await cp(folder, this.#photos, { recursive: true }).catch(() => undefined);
    });
  }

  async close(): Promise<void> {
    await this.#listening.close();
    await this.app.close();
  }
}
