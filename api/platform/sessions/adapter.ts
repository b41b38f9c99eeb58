import type { Adapter, DatabaseSession } from 'lucia';
import type { Collection } from 'mongodb';
import { type Epochs, isAlive } from './epochs.ts';

/** What a session knows about its owner. */
export type SessionUser = Epochs & {
  id: string;
  username: string;
  avatar: string;
  /** Whether the account may be used. */
  active: boolean;
  /** Whether they moderate. */
  operator: boolean;
  /** They post nothing for now. */
  held: boolean;
};

export type SessionFacts = {
  /** The owner's authEpoch when it was last seen alive; a session of another epoch is dead, unless it was spared. */
  epoch: number;
  /** Counts the refresh tokens; only the newest is good. */
  generation: number;
  /** The generation before, which is forgiven for a while. */
  previous: number | null;
  rotatedAt: Date;
  /** When the generation before was last answered with this one. */
  repeatedAt?: Date | null;
  /** Whether somebody came back with the newest generation, so that its answer was not lost. */
  used: boolean;
  createdAt: Date;
  /** What a person calls the device; empty where nobody can tell, missing in sessions from before that was kept. */
  device?: string;
};
export type SessionRow = SessionFacts & { _id: string; userId: string; expiresAt: Date };

type OwnerFacts = Omit<SessionUser, 'id'>;
declare module 'lucia' {
  interface Register {
    Lucia: import('lucia').Lucia<SessionFacts, OwnerFacts>;
    DatabaseSessionAttributes: SessionFacts;
    DatabaseUserAttributes: OwnerFacts;
  }
}

const toSession = ({ _id, userId, expiresAt, ...attributes }: SessionRow): DatabaseSession => ({
  id: _id,
  userId,
  expiresAt,
  attributes,
});

/**
 * Keeps Lucia's sessions in a collection. A session of an older epoch has no owner, so Lucia ends it; the row of one whose
 * owner was shut out stays until it expires, so that its browser can be told why.
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
      // So that a later raise, which may spare another, finds it where it is.
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
