import { Lucia, TimeSpan } from 'lucia';
import type { Collection, Db } from 'mongodb';
import { Problem } from '#contract/problems.ts';
import { BatchLoader } from '../batch-loader.ts';
import type { Now } from '../clock.ts';
import { mongoAdapter, type SessionFacts, type SessionRow, type SessionUser } from './adapter.ts';
import type { SeenSession } from './epochs.ts';
import { type AccessClaims, SessionTokens } from './tokens.ts';

export const accessSeconds = 600;
export const sessionDays = 60;
/** A session gets a new refresh token at most this often. */
export const rotateAfterMs = 5 * 60_000;
/** For this long the token before is answered with the same successor: other tabs that were under way. */
export const graceMs = 60_000;
/**
 * And for this long after it was last answered so: a request that left before the answer came may be under way still,
 * and both have 20 seconds.
 */
export const lateMs = 40_000;
/** Answers so close to each other are noted once. */
const notedMs = 1000;
/** A session that ends sooner is prolonged when it is used. */
const renewedMs = (sessionDays / 2) * 86_400_000;
const attempts = 4;

/** What a browser holds of its session. */
export type Bearers = { refresh: string; access: string; accessExpires: Date };
/** `userId`: whose account is shut, where the session belonged to one. */
export type Refreshed = { bearers: Bearers } | { refused: 'invalid' | 'gone' | 'inactive' | 'theft'; userId?: string };

interface Needs {
  db: Db;
  /** Secrets, the newest first. */
  keys: readonly string[];
  now: Now;
  findUser(id: string): Promise<SessionUser | null>;
}

type Session = SessionFacts & { id: string };

/**
 * Log-ins: a short access token and a refresh token that changes with its use, so that a stolen copy shows itself
 * (RFC 9700, 4.14.2). The database holds no bearer.
 */
export class Sessions {
  readonly #rows: Collection<SessionRow>;
  readonly #seen: BatchLoader<Pick<SessionRow, '_id' | 'userId' | 'epoch' | 'expiresAt'>>;
  readonly #lucia: Lucia<SessionFacts, Omit<SessionUser, 'id'>>;
  readonly #tokens: SessionTokens;
  readonly #findUser: Needs['findUser'];
  readonly #now: Now;

  constructor({ db, keys, now, findUser }: Needs) {
    this.#rows = db.collection<SessionRow>('sessions');
    this.#seen = new BatchLoader(db, 'sessions', { userId: 1, epoch: 1, expiresAt: 1 });
    this.#tokens = new SessionTokens(keys);
    this.#now = now;
    this.#findUser = findUser;
    this.#lucia = new Lucia(mongoAdapter(this.#rows, findUser), {
      sessionExpiresIn: new TimeSpan(sessionDays, 'd'),
      getSessionAttributes: (facts) => facts,
      getUserAttributes: (facts) => facts,
    });
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ userId: 1, rotatedAt: -1 });
    await this.#rows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  }

  /**
   * Begins a session. `user` is as it was when its password was checked: a racing sign-out everywhere wins.
   * @param device what a person calls it
   */
  async login(user: Pick<SessionUser, 'id' | 'authEpoch'>, device = ''): Promise<Bearers> {
    const now = this.#now();
    const session = await this.#lucia.createSession(user.id, {
      epoch: user.authEpoch,
      generation: 0,
      previous: null,
      rotatedAt: now,
      used: false,
      createdAt: now,
      device,
    });
    return this.#bearers(session, 0, user);
  }

  /**
   * Answers a refresh token with its successor.
   * @param device what a person calls the device that it came from
   * @throws unavailable when others changed the session all the time; never a reason to sign out
   */
  async refresh(token: string | undefined, device = ''): Promise<Refreshed> {
    const claims = this.#tokens.readRefresh(token);
    if (!claims) return { refused: 'invalid' };
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { session, user } = await this.#lucia.validateSession(claims.sessionId);
      if (!session) return this.#ended(claims.sessionId);
      const generation = user.active ? await this.#successor(session, claims.generation, device) : 'inactive';
      if (generation === 'raced') continue;
      if (typeof generation === 'number') return { bearers: await this.#bearers(session, generation, user) };
      if (generation === 'inactive') return { refused: generation, userId: user.id };
      await this.#lucia.invalidateSession(session.id);
      return { refused: generation };
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }

  /** Why a session is over. */
  async #ended(sessionId: string): Promise<Refreshed> {
    const row = await this.#rows.findOne({ _id: sessionId });
    const user = row && (await this.#findUser(row.userId));
    return user && !user.active ? { refused: 'inactive', userId: user.id } : { refused: 'gone' };
  }

  async #successor(session: Session, presented: number, device: string): Promise<number | 'theft' | 'raced'> {
    const { generation, previous, used, rotatedAt, repeatedAt } = session;
    const now = this.#now();
    const age = now.getTime() - rotatedAt.getTime();
    const sinceRepeated = now.getTime() - (repeatedAt ?? rotatedAt).getTime();
    if (presented === generation) {
      if (age >= rotateAfterMs) return this.#advance(session, generation, device);
      if (!used) await this.#rows.updateOne({ _id: session.id, generation }, { $set: { used: true } });
      return generation;
    }
    if (presented !== previous) return 'theft';
    if (age <= graceMs || sinceRepeated <= lateMs) {
      // Until somebody comes back with the successor, each answer may be the first that arrives: others are late to it.
      if (sinceRepeated > notedMs && (age <= graceMs || !used)) {
        await this.#rows.updateOne({ _id: session.id, generation }, { $set: { repeatedAt: now } });
      }
      return generation;
    }
    // Nobody ever came back with the successor: its answer was lost on the way, so it is replaced.
    return used ? 'theft' : this.#advance(session, presented, device);
  }

  async #advance({ id, generation }: Session, previous: number, device: string): Promise<number | 'raced'> {
    const now = this.#now();
    const expiresAt = new Date(now.getTime() + sessionDays * 86_400_000);
    const next = {
      generation: generation + 1,
      previous,
      rotatedAt: now,
      repeatedAt: null,
      used: false,
      expiresAt,
      ...(device && { device }),
    };
    const { matchedCount } = await this.#rows.updateOne({ _id: id, generation }, { $set: next });
    return matchedCount ? next.generation : 'raced';
  }

  /** Whose access token this is and of which session, asked of the database each time; null when that is over. */
  async find(accessToken: string | undefined): Promise<{ user: SessionUser; session: SeenSession } | null> {
    const claims = this.#tokens.readAccess(accessToken);
    if (!claims) return null;
    const { sessionId: id, userId, epoch } = claims;
    const user = (await this.#atOnce(claims)) ?? (await this.#lucia.validateSession(id)).user;
    const valid = user?.active && user.id === userId && user.authEpoch === epoch;
    return valid ? { user, session: { id, epoch } } : null;
  }

  /** Whose session this is, asked for both at once; null where there is more to it than that nothing has changed. */
  async #atOnce({ sessionId, userId, epoch }: AccessClaims): Promise<SessionUser | null> {
    const [row, user] = await Promise.all([this.#seen.find(sessionId), this.#findUser(userId)]);
    const same = row?.userId === userId && row.epoch === epoch && user?.authEpoch === epoch;
    return same && row.expiresAt.getTime() - this.#now().getTime() > renewedMs ? user : null;
  }

  /** Whose access token this is by its own word: its session may be over since up to ten minutes. */
  async bearer(accessToken: string | undefined): Promise<string | null> {
    return this.#tokens.readAccess(accessToken)?.userId ?? null;
  }

  /** Whose access token this is; null when its session is over. */
  async userOf(accessToken: string | undefined): Promise<SessionUser | null> {
    return (await this.find(accessToken))?.user ?? null;
  }

  /** What the browser of a session is to hold after its owner's epoch was raised; null when it is over. */
  async bearersOf(sessionId: string): Promise<Bearers | null> {
    const { session, user } = await this.#lucia.validateSession(sessionId);
    return user?.active ? this.#bearers(session, session.generation, user) : null;
  }

  /** Ends the sessions that these tokens belong to: either is enough, and both may be missing. */
  async signOut({ refresh, access }: Partial<Pick<Bearers, 'refresh' | 'access'>>): Promise<void> {
    const claims = [this.#tokens.readRefresh(refresh), this.#tokens.readAccess(access)];
    const ids = new Set(claims.flatMap((claim) => claim?.sessionId ?? []));
    for (const id of ids) await this.#lucia.invalidateSession(id);
  }

  /** Tidies up after the member's authEpoch was raised, which is what ended the sessions. */
  async forgetAll(userId: string): Promise<void> {
    await this.#lucia.invalidateUserSessions(userId);
  }

  async #bearers({ id }: { id: string }, generation: number, user: Pick<SessionUser, 'id' | 'authEpoch'>) {
    const accessExpires = new Date(this.#now().getTime() + accessSeconds * 1000);
    return {
      refresh: this.#tokens.refresh({ sessionId: id, generation }),
      access: this.#tokens.access({ userId: user.id, sessionId: id, epoch: user.authEpoch }, accessExpires),
      accessExpires,
    };
  }
}
