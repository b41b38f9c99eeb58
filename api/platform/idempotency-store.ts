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
import { byId } from './placement.ts';

type Answer = { status: number; type: string; body: string };
export type IdempotencyRow = {
  /** `userId:key` */
  _id: string;
  fingerprint: string;
  state: 'running' | 'done';
  /** The run that holds the lease. */
  owner: string;
  leaseEnds: Date;
  expiresAt: Date;
  /** Missing for writes of `onceWithAgain`. */
  answer?: Answer;
};

/** A finished run with its answer. */
type Done = { id: string; owner: string; answer: Answer | null };

const leaseMs = 30_000;
const maxAgeDays = 30;
const waitSeconds = 2;
/** Maximum of stored answers for each member; the oldest are deleted. */
const maxPerMember = 1000;
/** After this many writes of a member their stored answers are counted. */
const writesPerCheck = 100;
/** Maximum of members whose writes are counted. */
const maxCountedMembers = 10_000;
const keyShape = /^[\w-]{16,64}$/;

/** Identifies a request by its method, path and content. */
const fingerprintOf = (c: Context, content: string | Buffer): string =>
  createHash('sha256').update(`${c.req.method}\n${c.req.path}\n`).update(content).digest('hex');

/** @throws key_invalid */
function keyOf(c: Context): string | undefined {
  const key = c.req.header(idempotencyHeader);
  if (key && !keyShape.test(key)) throw new Problem('key_invalid');
  return key;
}

function markReplayed(response: Response): Response {
  response.headers.set(replayedHeader, 'true');
  return response;
}
const inProgress = () => new Problem('in_progress', { details: { retryAfter: waitSeconds } });

const replay = ({ status, type, body }: Answer): Response =>
  new Response(body, { status, headers: { 'Content-Type': type, [replayedHeader]: 'true' } });

/**
 * Stores the answer to each write, so that a retry gets the same answer and does not run again
 * (draft-ietf-httpapi-idempotency-key-header). Only successes are stored: a refused write may succeed later.
 */
export class IdempotencyStore {
  readonly placement = { receipts: byId };
  readonly #rows: Collection<IdempotencyRow>;
  readonly #inserter: BatchInserter<IdempotencyRow>;
  readonly #finisher: Batcher<Done, void>;
  readonly #now: Now;
  /** Writes of each member since their stored answers were last counted. */
  readonly #written = new Map<string, number>();

  constructor(db: Db, now: Now) {
    this.#rows = db.collection<IdempotencyRow>('receipts');
    this.#inserter = new BatchInserter(this.#rows);
    this.#finisher = new Batcher((all) => this.#storeAll(all).then(() => []));
    this.#now = now;
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await this.#rows.createIndex({ state: 1 }, { partialFilterExpression: { state: 'running' } });
  }

  /**
   * Deletes every unfinished run. Only for the start of a server that has the database to itself: nothing runs then.
   */
  async releaseAll(): Promise<void> {
    await this.#rows.deleteMany({ state: 'running' });
  }

  async eraseOf(userId: string): Promise<void> {
    await this.#rows.deleteMany({ _id: { $gt: `${userId}:`, $lt: `${userId};` } });
  }

  /** The guard for a member's write; a request without a key just runs. @throws key_invalid, key_reused, in_progress */
  readonly once: MiddlewareHandler<SignedIn> = (c, next) => this.#once(c, next);

  /** The same for large answers: only that it ran is stored. @param again answers a repeated write */
  readonly onceWithAgain = (again: Again): MiddlewareHandler<SignedIn> => {
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
   * The same for an upload that is too large to be read for this: its fingerprint is its `Content-Digest`, which the
   * handler must verify. A request that was answered without reading its body is not stored, because its digest is
   * unproven.
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

  /** The guard for a read about a write: refuses while that write runs. @throws key_invalid, in_progress */
  readonly settled: MiddlewareHandler<SignedIn> = async (c, next) => {
    const key = keyOf(c);
    const row = key ? await this.#rows.findOne({ _id: `${c.var.user.id}:${key}` }) : null;
    if (row?.state === 'running' && row.leaseEnds > this.#now()) throw inProgress();
    await next();
  };

  async #run(
    c: Context<SignedIn>,
    key: string,
    content: string | Buffer,
    run: () => Promise<boolean>,
    again?: Again,
  ): Promise<Response | undefined> {
    const userId = c.var.user.id;
    const id = `${userId}:${key}`;
    const owner = randomUUID();
    const earlier = await this.#begin(id, owner, fingerprintOf(c, content));
    if (earlier?.answer) return replay(earlier.answer);
    if (earlier && again) return markReplayed(await again(c));
    const isProven = await run();
    if (!isProven || !c.res.ok) {
      await this.#forget(id, owner);
      return;
    }
    await this.#deleteExcess(userId);
    await this.#finish(id, owner, again ? null : await this.#answerOf(c));
  }

  /** Reads the answer, which is then sent on. */
  async #answerOf(c: Context<SignedIn>): Promise<Answer> {
    const { status, headers } = c.res;
    const body = await c.res.text();
    // Read once and rebuilt: cloning the response would make two streams, each slower than all of this.
    c.res = undefined;
    c.res = new Response(body, { status, headers });
    return { status, type: headers.get('content-type') ?? 'application/json', body };
  }

  /** Acquires the lease, or returns the stored answer of a finished run. @throws key_reused, in_progress */
  async #begin(id: string, owner: string, fingerprint: string): Promise<Pick<IdempotencyRow, 'answer'> | null> {
    const now = this.#now().getTime();
    const leaseEnds = new Date(now + leaseMs);
    const expiresAt = new Date(now + maxAgeDays * 86_400_000);
    if (await this.#inserter.put({ _id: id, fingerprint, state: 'running', owner, leaseEnds, expiresAt })) return null;
    const row = await this.#rows.findOne({ _id: id });
    if (row && row.fingerprint !== fingerprint) throw new Problem('key_reused');
    if (row?.state === 'done') return row;
    const left = row !== null && row.leaseEnds.getTime() <= now;
    const taken =
      left &&
      (await this.#rows.updateOne({ _id: id, owner: row.owner, state: 'running' }, { $set: { owner, leaseEnds } }));
    if (!taken || taken.matchedCount === 0) throw inProgress();
    return null;
  }

  /** Ignores a failed write: the request itself may then run twice. */
  async #finish(id: string, owner: string, answer: Answer | null): Promise<void> {
    await this.#finisher.do({ id, owner, answer }).catch(() => undefined);
  }

  async #storeAll(all: Done[]): Promise<void> {
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

  /** Deletes the oldest answers of a member who has too many. A repeat of a write that was deleted runs again. */
  async #deleteExcess(userId: string): Promise<void> {
    const written = (this.#written.get(userId) ?? 0) + 1;
    if (this.#written.size > maxCountedMembers) this.#written.clear();
    this.#written.set(userId, written % writesPerCheck);
    if (written < writesPerCheck) return;
    try {
      const rows = await this.#rows
        .find({ _id: { $gt: `${userId}:`, $lt: `${userId};` } }, { projection: { state: 1, expiresAt: 1 } })
        .toArray();
      const done = rows.filter(({ state }) => state === 'done');
      const oldest = done.toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime()).slice(0, -maxPerMember);
      if (oldest.length > 0) await this.#rows.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
    } catch {
      // They are deleted after the next batch of writes.
    }
  }

  async #forget(id: string, owner: string): Promise<void> {
    await this.#rows.deleteOne({ _id: id, owner }).catch(() => undefined);
  }
}
