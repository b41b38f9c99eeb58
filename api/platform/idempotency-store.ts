import { createHash, randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler, Next } from 'hono';
import type { Collection, Db } from 'mongodb';
import { idempotencyHeader, replayedHeader } from '#contract/envelope.ts';
import { Problem } from '#contract/problems.ts';
import { BatchInserter } from './batch-inserter.ts';
import { Batcher } from './batcher.ts';
import type { Now } from './clock.ts';
import type { Again, SignedIn } from './http/kit.ts';
import { readBody } from './http/read-body.ts';

type Answer = { status: number; type: string; body: string };
export type IdempotencyRow = {
  /** `userId:key` */
  _id: string;
  fingerprint: string;
  state: 'running' | 'done';
  /** Which run holds the lease. */
  owner: string;
  leaseEnds: Date;
  expiresAt: Date;
  /** Missing where it is answered anew. */
  answer?: Answer;
};

/** A run that is over, with its answer. */
type Done = { id: string; owner: string; answer: Answer | null };

const leaseMs = 30_000;
const keptDays = 30;
const waitSeconds = 2;
/** More of a member's answers than this are not kept: the oldest go. */
const mostOfMember = 1000;
/** After so many writes of a member it is looked whether there are too many. */
const writesBetweenLooks = 100;
/** Members whose writes are counted. */
const mostCounted = 10_000;
const keyShape = /^[\w-]{16,64}$/;

/** Tells one request from another by what it says. */
const fingerprintOf = (c: Context, said: string | Buffer): string =>
  createHash('sha256').update(`${c.req.method}\n${c.req.path}\n`).update(said).digest('hex');

/** @throws key_invalid */
function keyOf(c: Context): string | undefined {
  const key = c.req.header(idempotencyHeader);
  if (key && !keyShape.test(key)) throw new Problem('key_invalid');
  return key;
}

function marked(response: Response): Response {
  response.headers.set(replayedHeader, 'true');
  return response;
}
const stillRuns = () => new Problem('in_progress', { details: { retryAfter: waitSeconds } });

const replay = ({ status, type, body }: Answer): Response =>
  new Response(body, { status, headers: { 'Content-Type': type, [replayedHeader]: 'true' } });

/**
 * Remembers the answer to each write, so that one that arrives again is answered, not run again
 * (draft-ietf-httpapi-idempotency-key-header). Only successes are kept: what was refused may succeed later.
 */
export class IdempotencyStore {
  readonly #rows: Collection<IdempotencyRow>;
  readonly #begun: BatchInserter<IdempotencyRow>;
  readonly #done: Batcher<Done, void>;
  readonly #now: Now;
  /** Writes of members since it was looked how many receipts they have. */
  readonly #written = new Map<string, number>();

  constructor(db: Db, now: Now) {
    this.#rows = db.collection<IdempotencyRow>('receipts');
    this.#begun = new BatchInserter(this.#rows);
    this.#done = new Batcher((all) => this.#note(all).then(() => []));
    this.#now = now;
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await this.#rows.createIndex({ state: 1 }, { partialFilterExpression: { state: 'running' } });
  }

  /** Forgets every unfinished run. For the start of a server that has its database for itself: nothing runs then. */
  async releaseAll(): Promise<void> {
    await this.#rows.deleteMany({ state: 'running' });
  }

  /** Erases what was answered to a member. */
  async eraseOf(userId: string): Promise<void> {
    await this.#rows.deleteMany({ _id: { $gt: `${userId}:`, $lt: `${userId};` } });
  }

  /** The guard for a member's write; a request without a key just runs. @throws key_invalid, key_reused, in_progress */
  readonly once: MiddlewareHandler<SignedIn> = (c, next) => this.#once(c, next);

  /** The same where the answer is large: only that it was given is kept. @param again answers a write that was done earlier */
  readonly onceAnew = (again: Again): MiddlewareHandler<SignedIn> => {
    const once: MiddlewareHandler<SignedIn> = (c, next) => this.#once(c, next, again);
    return once;
  };

  async #once(c: Context<SignedIn>, next: Next, again?: Again): Promise<Response | undefined> {
    const key = keyOf(c);
    if (!key) return void (await next());
    const run = async () => {
      await next();
      return true;
    };
    return this.#run(c, key, await readBody(c), run, again);
  }

  /**
   * The same for an upload that is too large to be read for this: it is told by its `Content-Digest`, which the handler
   * must check. One that was answered without being read is not remembered: nothing shows that its digest was right.
   */
  readonly onceByDigest: MiddlewareHandler<SignedIn> = async (c, next) => {
    const key = keyOf(c);
    const digest = c.req.header('content-digest');
    if (!key || !digest) return next();
    return this.#run(c, key, digest, async () => {
      await next();
      return c.req.raw.bodyUsed;
    });
  };

  /** The guard for a question about a write: it waits for the one that runs. @throws key_invalid, in_progress */
  readonly settled: MiddlewareHandler<SignedIn> = async (c, next) => {
    const key = keyOf(c);
    const row = key ? await this.#rows.findOne({ _id: `${c.var.user.id}:${key}` }) : null;
    if (row?.state === 'running' && row.leaseEnds > this.#now()) throw stillRuns();
    await next();
  };

  async #run(
    c: Context<SignedIn>,
    key: string,
    said: string | Buffer,
    run: () => Promise<boolean>,
    again?: Again,
  ): Promise<Response | undefined> {
    const userId = c.var.user.id;
    const id = `${userId}:${key}`;
    const owner = randomUUID();
    const earlier = await this.#begin(id, owner, fingerprintOf(c, said));
    if (earlier?.answer) return replay(earlier.answer);
    if (earlier && again) return marked(await again(c));
    const isProven = await run();
    if (!isProven || !c.res.ok) {
      await this.#forget(id, owner);
      return;
    }
    await this.#bound(userId);
    await this.#finish(id, owner, again ? null : await this.#answerOf(c));
  }

  /** What was answered, which goes on to its receiver. */
  async #answerOf(c: Context<SignedIn>): Promise<Answer> {
    const { status, headers } = c.res;
    const body = await c.res.text();
    // Read once and written anew: a copy of its body would be two streams, each of them slower than all of this.
    c.res = undefined;
    c.res = new Response(body, { status, headers });
    return { status, type: headers.get('content-type') ?? 'application/json', body };
  }

  /** Takes the lease, or hands out what is kept of a run that is done. */
  async #begin(id: string, owner: string, fingerprint: string): Promise<Pick<IdempotencyRow, 'answer'> | null> {
    const now = this.#now().getTime();
    const leaseEnds = new Date(now + leaseMs);
    const expiresAt = new Date(now + keptDays * 86_400_000);
    if (await this.#begun.put({ _id: id, fingerprint, state: 'running', owner, leaseEnds, expiresAt })) return null;
    const row = await this.#rows.findOne({ _id: id });
    if (row && row.fingerprint !== fingerprint) throw new Problem('key_reused');
    if (row?.state === 'done') return row;
    const left = row !== null && row.leaseEnds.getTime() <= now;
    const taken =
      left &&
      (await this.#rows.updateOne({ _id: id, owner: row.owner, state: 'running' }, { $set: { owner, leaseEnds } }));
    if (!taken || taken.matchedCount === 0) throw stillRuns();
    return null;
  }

  /** A receipt that cannot be written is no failure: the effect itself may run twice. */
  async #finish(id: string, owner: string, answer: Answer | null): Promise<void> {
    await this.#done.do({ id, owner, answer }).catch(() => undefined);
  }

  async #note(all: Done[]): Promise<void> {
    const writes = all.map(({ id, owner, answer }) => ({
      filter: { _id: id, owner },
      update: { $set: { state: 'done' as const, ...(answer && { answer }) } },
    }));
    const [only] = writes;
    if (only && writes.length === 1) await this.#rows.updateOne(only.filter, only.update);
    else
      await this.#rows.bulkWrite(
        writes.map((updateOne) => ({ updateOne })),
        { ordered: false },
      );
  }

  /** Lets the oldest receipts of a member go who has too many. One that goes is no failure: its write may run twice. */
  async #bound(userId: string): Promise<void> {
    const written = (this.#written.get(userId) ?? 0) + 1;
    if (this.#written.size > mostCounted) this.#written.clear();
    this.#written.set(userId, written % writesBetweenLooks);
    if (written < writesBetweenLooks) return;
    try {
      const rows = await this.#rows
        .find({ _id: { $gt: `${userId}:`, $lt: `${userId};` } }, { projection: { state: 1, expiresAt: 1 } })
        .toArray();
      const done = rows.filter(({ state }) => state === 'done');
      const oldest = done.toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime()).slice(0, -mostOfMember);
      if (oldest.length > 0) await this.#rows.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
    } catch {
      // The next look finds them.
    }
  }

  async #forget(id: string, owner: string): Promise<void> {
    await this.#rows.deleteOne({ _id: id, owner }).catch(() => undefined);
  }
}
