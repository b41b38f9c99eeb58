import { randomInt } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { pollAlerts } from '#contract/alerts.ts';
import { refreshTokens } from '#contract/auth.ts';
import { putBike } from '#contract/bike-whole.ts';
import { listRecentBikes } from '#contract/bikes.ts';
import { addComment } from '#contract/comments.ts';
import { pathOf } from '#contract/endpoint.ts';
import { idempotencyHeader, replayedHeader } from '#contract/envelope.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { bikePage } from '#contract/pages.ts';
import { putPhoto } from '#contract/photos.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { digestOf } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: Buffer };
type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Counts of a run. */
export class Counts {
  readonly statuses = new Map<string, number>();
  /** Acknowledged writes by kind. */
  readonly writes = new Map<string, number>();
  /** Requests without an answer, and those that the writer itself cut off. */
  lost = 0;
  cut = 0;
  repeated = 0;
  replayed = 0;
  slowestMs = 0;
  readonly faults: string[] = [];

  add(to: 'statuses' | 'writes', name: string): void {
    this[to].set(name, (this[to].get(name) ?? 0) + 1);
  }
}

type Deps = {
  origin: string;
  member: { id: string; access: string; session: string };
  /** The address that it sends from, in 127.0.0.0/8. */
  address: string;
  /** Bikes of others that it likes and comments on. */
  bikes: readonly { id: Id; slug: string; ownerId: string }[];
  photo: Buffer;
  counts: Counts;
  /** Aborts when no new write may begin. */
  ending: AbortSignal;
};

const timeoutMs = 30_000;
/** The writer waits this long at most for an acknowledgement. */
const patienceMs = 240_000;
const defaultWaitMs = 300;
/** Of a hundred requests that write, how many are cut off before they are answered. */
const cutShare = 4;
const pauseMs = 400;

/** A member who reads, and writes as the outbox does: a key for each write, repeated until it is acknowledged. */
export class Writer {
  readonly #deps: Deps;
  readonly #agent: Agent;
  readonly #cookies: Map<string, string>;
  /** Whether it likes a bike, by its latest acknowledged choice. */
  readonly liked = new Map<Id, boolean>();
  /** Texts of acknowledged comments. */
  readonly comments = new Map<Id, { bikeId: Id; text: string }>();
  /** Acknowledged bikes, and their photo. */
  readonly bikes = new Map<Id, Id>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 4, localAddress: deps.address });
    this.#cookies = new Map([
      ['access', deps.member.access],
      ['session', deps.member.session],
    ]);
  }

  get memberId(): string {
    return this.#deps.member.id;
  }

  async run(): Promise<void> {
    const { ending } = this.#deps;
    while (!ending.aborted) {
      await this.#act(randomInt(100));
      await setTimeout(randomInt(2 * pauseMs));
    }
    this.#agent.destroy();
  }

  #act(die: number): Promise<unknown> {
    const bike = this.#anyBike();
    if (die < 30) return this.#like(bike.id);
    // More would meet the limit of comments.
    if (die < 32) return this.#comment(bike.id);
    if (die < 34) return this.#publish();
    if (die < 46) return this.#visit();
    if (die < 60) return this.#read(bikePage(bike.id, bike.slug));
    if (die < 75) return this.#read(pathOf(listRecentBikes, {}, { limit: 24 }));
    if (die < 88) return this.#read(pathOf(searchBikes, {}, { keywords: 'steel gravel' }));
    return this.#read(pathOf(pollAlerts, {}), true);
  }

  #anyBike() {
    const { bikes, member } = this.#deps;
    const others = bikes.filter(({ ownerId }) => ownerId !== member.id);
    return others[randomInt(others.length)] as (typeof bikes)[number];
  }

  async #like(bikeId: Id): Promise<void> {
    const isLiked = !this.liked.get(bikeId);
    const path = pathOf(isLiked ? likeBike : unlikeBike, { bikeId });
    const done = await this.#write('like', { method: isLiked ? 'PUT' : 'DELETE', path });
    if (!done) return;
    this.liked.set(bikeId, isLiked);
    if (JSON.parse(done.body).data.liked !== isLiked) this.#fault(`A like was acknowledged as ${done.body}`);
  }

  async #comment(bikeId: Id): Promise<void> {
    const id = newId();
    const text = `Comment ${id}`;
    const body = Buffer.from(JSON.stringify({ id, text }));
    if (await this.#write('comment', { method: 'POST', path: pathOf(addComment, { bikeId }), body }))
      this.comments.set(id, { bikeId, text });
  }

  async #publish(): Promise<void> {
    const [photoId, bikeId] = [newId(), newId()];
    const { photo } = this.#deps;
    const digest = { 'Content-Digest': `sha-256=:${digestOf(photo)}:`, 'Content-Type': 'image/jpeg' };
    const upload = { method: 'PUT', path: pathOf(putPhoto, { photoId }), headers: digest, body: photo };
    if (!(await this.#write('photo', upload))) return;
    const body = Buffer.from(JSON.stringify(bikeWith([photoId], { model: `Bike ${bikeId}` })));
    if (await this.#write('bike', { method: 'PUT', path: pathOf(putBike, { bikeId }), body }))
      this.bikes.set(bikeId, photoId);
  }

  /** Opens home, and the scripts that it names. */
  async #visit(): Promise<void> {
    const home = await this.#read('/');
    const scripts = home?.body.match(/(?<=<script[^>]+src=")[^"]+(?=")/g) ?? [];
    for (const path of scripts) await this.#read(path);
  }

  /** Reads once. Only a 503 with Retry-After, a lost answer or a refused session may come instead of it. */
  async #read(path: string, isPrivate = false): Promise<Answer | null> {
    const answer = await this.#ask({ method: 'GET', path }, isPrivate);
    if (answer?.status === 401 && isPrivate) await this.#refresh();
    else if (answer && answer.status >= 400 && answer.status !== 503) this.#fault(`${answer.status} for GET ${path}`);
    return answer?.status === 200 ? answer : null;
  }

  /** Repeats a write under one key until it is acknowledged. Null if that was refused or took too long. */
  async #write(kind: string, sent: Sent): Promise<Answer | null> {
    const { counts } = this.#deps;
    const headers = { 'Content-Type': 'application/json', ...sent.headers, [idempotencyHeader]: newId() };
    const start = performance.now();
    while (performance.now() < start + patienceMs) {
      const answer = await this.#ask({ ...sent, headers }, true, randomInt(100) < cutShare);
      if (answer && answer.status < 300) {
        counts.add('writes', kind);
        counts.slowestMs = Math.max(counts.slowestMs, performance.now() - start);
        if (replayedHeader.toLowerCase() in answer.headers) counts.replayed += 1;
        if (randomInt(100) < cutShare) await this.#ask({ ...sent, headers }, true);
        return answer;
      }
      counts.repeated += 1;
      const isWaiting = !answer || answer.status >= 500 || [409, 429].includes(answer.status);
      if (answer?.status === 401) await this.#refresh();
      else if (!isWaiting || (answer?.status === 409 && !answer.body.includes('in_progress'))) {
        this.#fault(`${answer?.status} for a ${kind}: ${answer?.body}`);
        return null;
      }
      const retryAfter = Number(answer?.headers['retry-after'] ?? 0) * 1000;
      await setTimeout(retryAfter || defaultWaitMs);
    }
    this.#fault(`A ${kind} was not acknowledged in ${patienceMs / 1000} s.`);
    return null;
  }

  async #refresh(): Promise<void> {
    const answer = await this.#ask({ method: 'GET', path: pathOf(refreshTokens, {}) }, true);
    if (answer?.status === 401) {
      this.#fault('A member was signed out.');
      await setTimeout(defaultWaitMs);
    }
  }

  #fault(text: string): void {
    this.#deps.counts.faults.push(text.slice(0, 300));
  }

  async #ask(sent: Sent, isPrivate: boolean, isCut = false): Promise<Answer | null> {
    const { counts } = this.#deps;
    const answer = await this.#send(sent, isPrivate, isCut).catch(() => null);
    if (!answer) {
      counts[isCut ? 'cut' : 'lost'] += 1;
      return null;
    }
    const { status, headers } = answer;
    counts.add('statuses', String(status));
    if (status >= 500 && !(status === 503 && headers['retry-after']))
      this.#fault(`${status} for ${sent.method} ${sent.path}: ${answer.body}`);
    return answer;
  }

  /** Rejects if no whole answer comes. */
  #send({ method, path, headers, body }: Sent, isPrivate: boolean, isCut: boolean): Promise<Answer> {
    const cookies = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    return new Promise((resolve, reject) => {
      const own = { 'Sec-Fetch-Site': 'same-origin', ...headers, ...(isPrivate && { Cookie: cookies }) };
      const url = new URL(path, this.#deps.origin);
      const length = method === 'GET' ? {} : { 'Content-Length': body?.length ?? 0 };
      const asked = request(url, { method, agent: this.#agent, headers: { ...own, ...length }, timeout: timeoutMs });
      asked.on('timeout', () => asked.destroy(new Error('No answer came.'))).on('error', reject);
      asked.on('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        answer.on('close', () => reject(new Error('The answer was cut.')));
        answer.on('end', () => {
          this.#keepCookies(answer.headers);
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() });
        });
      });
      asked.end(body);
      if (isCut) void setTimeout(randomInt(30)).then(() => asked.destroy(new Error('Cut off.')));
    });
  }

  #keepCookies(headers: IncomingHttpHeaders): void {
    for (const line of headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
  }
}
