import type { Collection, Db } from 'mongodb';
import type { Now } from '../clock.ts';
import type { SessionRow } from './adapter.ts';
import type { SeenSession } from './epochs.ts';

/** More devices than anybody has; the rest end by themselves. */
const atMost = 100;

/** A device that is signed in to an account. */
type SignedInDevice = {
  id: string;
  /** What a person calls it; empty where nobody can tell. */
  device: string;
  createdAt: Date;
  /** When its token last changed. */
  rotatedAt: Date;
};

/** The living sessions of a member, to be looked at and ended. */
export class SignedIn {
  readonly #rows: Collection<SessionRow>;
  readonly #now: Now;

  constructor({ db, now }: { db: Db; now: Now }) {
    this.#rows = db.collection<SessionRow>('sessions');
    this.#now = now;
  }

  /** The sessions that are alive as `seen` is, the last used first. */
  async list(userId: string, seen: SeenSession): Promise<SignedInDevice[]> {
    const alive = { userId, epoch: seen.epoch, expiresAt: { $gt: this.#now() } };
    const rows = await this.#rows.find(alive).sort({ rotatedAt: -1 }).limit(atMost).toArray();
    return rows.map(({ _id: id, device = '', createdAt, rotatedAt }) => ({ id, device, createdAt, rotatedAt }));
  }

  /** Ends one of a member's sessions; there need not be such a one. */
  async end(userId: string, sessionId: string): Promise<void> {
    await this.#rows.deleteOne({ _id: sessionId, userId });
  }

  /** Ends all of a member's sessions but one. */
  async endOthers(userId: string, sessionId: string): Promise<void> {
    await this.#rows.deleteMany({ userId, _id: { $ne: sessionId } });
  }
}
