import type { Collection, Db } from 'mongodb';
import type { Now } from '../clock.ts';
import type { SessionRow } from './adapter.ts';
import type { SeenSession } from './epochs.ts';

/** Maximum of listed sessions; more devices than anybody has. */
const maxListed = 100;

type SignedInDevice = {
  id: string;
  /** The display name; empty if unknown. */
  device: string;
  createdAt: Date;
  /** When its refresh token was last rotated. */
  rotatedAt: Date;
};

/** Lists and ends the live sessions of a member. */
export class SignedIn {
  readonly #rows: Collection<SessionRow>;
  readonly #now: Now;

  constructor({ db, now }: { db: Db; now: Now }) {
    this.#rows = db.collection<SessionRow>('sessions');
    this.#now = now;
  }

  /** Lists the sessions of the same epoch as `seen`, last used first. */
  async list(userId: string, seen: SeenSession): Promise<SignedInDevice[]> {
    const alive = { userId, epoch: seen.epoch, expiresAt: { $gt: this.#now() } };
    const rows = await this.#rows.find(alive).sort({ rotatedAt: -1 }).limit(maxListed).toArray();
    return rows.map(({ _id: id, device = '', createdAt, rotatedAt }) => ({ id, device, createdAt, rotatedAt }));
  }

  /** Ends one of a member's sessions. Returns the display name of its device; null if there is no such session. */
  async end(userId: string, sessionId: string): Promise<string | null> {
    const ended = await this.#rows.findOneAndDelete({ _id: sessionId, userId }, { projection: { device: 1 } });
    return ended && (ended.device ?? '');
  }

  /** Ends all of a member's sessions but one. */
  async endOthers(userId: string, sessionId: string): Promise<void> {
    await this.#rows.deleteMany({ userId, _id: { $ne: sessionId } });
  }
}
