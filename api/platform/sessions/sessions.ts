import { Lucia, TimeSpan } from 'lucia';
import type { Collection, Db } from 'mongodb';
import { Problem } from '#contract/problems.ts';
import type { ProofWay } from '#contract/proof.ts';
import { BatchLoader } from '../batch-loader.ts';
import type { Now } from '../clock.ts';
import { byId } from '../placement.ts';
import type { SigningKeys } from '../signing-keys.ts';
import { mongoAdapter, type SessionFields, type SessionRow, type SessionUser } from './adapter.ts';
import { isAlive, type SeenSession } from './epochs.ts';
import { type AccessClaims, SessionTokens } from './tokens.ts';

export const accessSeconds = 600;
export const sessionDays = 60;
/** A session gets a new refresh token at most this often. */
export const rotateAfterMs = 5 * 60_000;
/** Grace period in which the previous token gets the same successor, for other tabs' requests that were in flight. */
export const graceMs = 60_000;
/**
 * The grace period also lasts this long after its last use: a request that was sent before that answer arrived may
 * still be in flight, and both have 20 seconds.
 */
export const lateMs = 40_000;
/** Repeats within this time are stored once. */
const repeatWindowMs = 1000;
/** A session with less time left is extended when it is used. */
const extendBelowMs = (sessionDays / 2) * 86_400_000;
const maxAttempts = 4;

/** The tokens of a browser's session. */
export type Bearers = { refresh: string; access: string; accessExpires: Date };
/** `userId`: the suspended or banned owner, if known. */
export type Refreshed =
  | { bearers: Bearers; userId: string }
  | { refused: 'invalid' | 'gone' | 'inactive' | 'theft'; userId?: string };

interface Deps {
  db: Db;
  keys: SigningKeys;
  now: Now;
  findUser(id: string): Promise<SessionUser | null>;
}

type Session = SessionFields & { id: string };

/**
 * Sessions with a short-lived access token and a refresh token that rotates with its use, so that a stolen copy is
 * detected (RFC 9700, 4.14.2). The database stores no token.
 */
export class Sessions {
  readonly placement = { sessions: byId };
  readonly #rows: Collection<SessionRow>;
  readonly #seen: BatchLoader<Pick<SessionRow, '_id' | 'userId' | 'epoch' | 'expiresAt'>>;
  readonly #lucia: Lucia<SessionFields, Omit<SessionUser, 'id'>>;
  readonly #tokens: SessionTokens;
  readonly #findUser: Deps['findUser'];
  readonly #now: Now;

  constructor({ db, keys, now, findUser }: Deps) {
    this.#rows = db.collection<SessionRow>('sessions');
    this.#seen = new BatchLoader(db, 'sessions', { userId: 1, epoch: 1, expiresAt: 1 });
    this.#tokens = new SessionTokens(keys);
    this.#now = now;
    this.#findUser = findUser;
    this.#lucia = new Lucia(mongoAdapter(this.#rows, findUser), {
      sessionExpiresIn: new TimeSpan(sessionDays, 'd'),
      getSessionAttributes: (attributes) => attributes,
      getUserAttributes: (attributes) => attributes,
    });
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ userId: 1, rotatedAt: -1 });
    await this.#rows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  }

  /**
   * Starts a session. `user` must be as it was when the password was checked, so that a racing sign-out everywhere
   * wins.
   * @param device its display name
   * @param way how the member proved who they are; none if another site says so
   */
  async login(user: Pick<SessionUser, 'id' | 'authEpoch'>, device = '', way?: ProofWay): Promise<Bearers> {
    const now = this.#now();
    const session = await this.#lucia.createSession(user.id, {
      epoch: user.authEpoch,
      generation: 0,
      previous: null,
      rotatedAt: now,
      used: false,
      createdAt: now,
      device,
      ...(way && { proofs: { [way]: now } }),
    });
    return this.#bearers(session, 0, user);
  }

  /**
   * Answers a refresh token with its successor.
   * @param device the display name of the device that sent it
   * @throws unavailable if concurrent requests changed the session at each attempt; never a reason to sign out
   */
  async refresh(token: string | undefined, device = ''): Promise<Refreshed> {
    const claims = this.#tokens.readRefresh(token);
    if (!claims) return { refused: 'invalid' };
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { session, user } = await this.#lucia.validateSession(claims.sessionId);
      if (!session) return this.#ended(claims.sessionId);
      const generation = user.active ? await this.#successor(session, claims.generation, device) : 'inactive';
      if (generation === 'raced') continue;
      if (typeof generation === 'number')
        return { bearers: await this.#bearers(session, generation, user), userId: user.id };
      if (generation === 'inactive') return { refused: generation, userId: user.id };
      await this.#lucia.invalidateSession(session.id);
      return { refused: generation };
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }

  /** Returns why a session has ended. */
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
      // Until the successor is used, each of these answers may be the first that arrives, so the grace period is
      // extended.
      if (sinceRepeated > repeatWindowMs && (age <= graceMs || !used)) {
        await this.#rows.updateOne({ _id: session.id, generation }, { $set: { repeatedAt: now } });
      }
      return generation;
    }
    // The successor was never used: its delivery was lost, so it is replaced.
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

  /**
   * Returns the owner and the session of an access token, read from the database each time; null if the session has
   * ended.
   */
  async find(accessToken: string | undefined): Promise<{ user: SessionUser; session: SeenSession } | null> {
    const claims = this.#tokens.readAccess(accessToken);
    if (!claims) return null;
    const { sessionId: id, userId, epoch } = claims;
    const user = (await this.#findUnchanged(claims)) ?? (await this.#lucia.validateSession(id)).user;
    const valid = user?.active && user.id === userId && user.authEpoch === epoch;
    return valid ? { user, session: { id, epoch } } : null;
  }

  /** Returns the owner with both reads in parallel; null if anything has changed or the session must be extended. */
  async #findUnchanged({ sessionId, userId, epoch }: AccessClaims): Promise<SessionUser | null> {
    const [row, user] = await Promise.all([this.#seen.find(sessionId), this.#findUser(userId)]);
    const same = row?.userId === userId && row.epoch === epoch && user?.authEpoch === epoch;
    return same && row.expiresAt.getTime() - this.#now().getTime() > extendBelowMs ? user : null;
  }

  /** Returns the owner that the token itself names. Its session may have ended up to ten minutes ago. */
  async bearer(accessToken: string | undefined): Promise<string | null> {
    return this.#tokens.readAccess(accessToken)?.userId ?? null;
  }

  /** Returns the owner of an access token; null if its session has ended. */
  async userOf(accessToken: string | undefined): Promise<SessionUser | null> {
    return (await this.find(accessToken))?.user ?? null;
  }

  /** Returns new tokens for a session after its owner's epoch was raised; null if the session has ended. */
  async bearersOf(sessionId: string): Promise<Bearers | null> {
    const { session, user } = await this.#lucia.validateSession(sessionId);
    return user?.active ? this.#bearers(session, session.generation, user) : null;
  }

  /** Stores that the member has just proved in a session that it is them. */
  async prove(sessionId: string, way: ProofWay): Promise<void> {
    await this.#rows.updateOne({ _id: sessionId }, { $set: { [`proofs.${way}`]: this.#now() } });
  }

  /** Whether the member proved in one of these ways, within this time, that it is them. */
  async isProved(sessionId: string, ways: readonly ProofWay[], seconds: number): Promise<boolean> {
    const row = await this.#rows.findOne({ _id: sessionId }, { projection: { proofs: 1 } });
    const since = this.#now().getTime() - seconds * 1000;
    return ways.some((way) => (row?.proofs?.[way]?.getTime() ?? 0) > since);
  }

  /** Number of stored sessions. */
  count(): Promise<number> {
    return this.#rows.estimatedDocumentCount();
  }

  /** Whether a session has not ended and its owner may use it. Does not extend it. */
  async isAlive(id: string): Promise<boolean> {
    const row = await this.#rows.findOne({ _id: id });
    const user = row && row.expiresAt > this.#now() ? await this.#findUser(row.userId) : null;
    return Boolean(row && user?.active && isAlive({ id, epoch: row.epoch }, user));
  }

  /**
   * Ends the sessions of these tokens; either or both may be missing.
   * @returns the owners of the sessions that were not ended before
   */
  async signOut({ refresh, access }: Partial<Pick<Bearers, 'refresh' | 'access'>>): Promise<string[]> {
    const claims = [this.#tokens.readRefresh(refresh), this.#tokens.readAccess(access)];
    const ids = new Set(claims.flatMap((claim) => claim?.sessionId ?? []));
    const owners = new Set<string>();
    for (const id of ids) {
      const row = await this.#rows.findOneAndDelete({ _id: id }, { projection: { userId: 1 } });
      if (row) owners.add(row.userId);
    }
    return [...owners];
  }

  /** Deletes a member's sessions after their authEpoch was raised, which is what ended them. */
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
