import type { Adapter, DatabaseSession } from 'lucia';
import type { Collection } from 'mongodb';
import type { ProofWay } from '#contract/proof.ts';
import { type Epochs, isAlive } from './epochs.ts';

/** The owner of a session. */
export type SessionUser = Epochs & {
  id: string;
  username: string;
  avatar: string;
  active: boolean;
  /** Whether they may change the site's settings and roles. */
  operator: boolean;
  /** Whether they may moderate; operators may. */
  moderator: boolean;
  /** Whether their posting is suspended. */
  postingSuspended: boolean;
  /** When they stop being new (ISO 8601); null if they have. */
  newUntil: string | null;
};

export type SessionFields = {
  /**
   * The owner's authEpoch when the session was last seen alive. A session of another epoch is dead, unless it was
   * spared.
   */
  epoch: number;
  /** Counts the refresh tokens; only the newest is valid. */
  generation: number;
  /** The generation before, which is accepted for a grace period. */
  previous: number | null;
  rotatedAt: Date;
  /** When the generation before was last answered with the current token. */
  repeatedAt?: Date | null;
  /** Whether the newest token was used, which proves that its delivery was not lost. */
  used: boolean;
  createdAt: Date;
  /** The device's display name; empty if unknown, missing in sessions from before it was stored. */
  device?: string;
  /** When the member last proved in each way that it is them; the log-in is one. */
  proofs?: Partial<Record<ProofWay, Date>>;
};
export type SessionRow = SessionFields & { _id: string; userId: string; expiresAt: Date };

type UserFields = Omit<SessionUser, 'id'>;
declare module 'lucia' {
  interface Register {
    Lucia: import('lucia').Lucia<SessionFields, UserFields>;
    DatabaseSessionAttributes: SessionFields;
    DatabaseUserAttributes: UserFields;
  }
}

const toSession = ({ _id, userId, expiresAt, ...attributes }: SessionRow): DatabaseSession => ({
  id: _id,
  userId,
  expiresAt,
  attributes,
});

/**
 * Stores Lucia's sessions in a collection. A session of an older epoch has no owner, so Lucia ends it. The row of a
 * banned owner's session stays until it expires, so that the browser gets the reason.
 */
export function mongoAdapter(
  rows: Collection<SessionRow>,
  findUser: (id: string) => Promise<SessionUser | null>,
): Adapter {
  return {
    async getSessionAndUser(sessionId) {
      const row = await rows.findOne({ _id: sessionId });
      if (!row) return [null, null];
      const user = await findUser(row.userId);
      if (!user) return [toSession(row), null];
      if (!isAlive({ id: sessionId, epoch: row.epoch }, user)) return [user.active ? toSession(row) : null, null];
      const { id, ...attributes } = user;
      const { authEpoch: epoch } = user;
      // Stores the current epoch, because `spared` names one session only and a later raise may name another.
      if (row.epoch !== epoch) await rows.updateOne({ _id: sessionId, epoch: row.epoch }, { $set: { epoch } });
      return [toSession({ ...row, epoch }), { id, attributes }];
    },
    async getUserSessions(userId) {
      return (await rows.find({ userId }).toArray()).map(toSession);
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      await rows.insertOne({ _id: id, userId, expiresAt, ...attributes });
    },
    async updateSessionExpiration(sessionId, expiresAt) {
      await rows.updateOne({ _id: sessionId }, { $set: { expiresAt } });
    },
    async deleteSession(sessionId) {
      await rows.deleteOne({ _id: sessionId });
    },
    async deleteUserSessions(userId) {
      await rows.deleteMany({ userId });
    },
    async deleteExpiredSessions() {
      await rows.deleteMany({ expiresAt: { $lte: new Date() } });
    },
  };
}
