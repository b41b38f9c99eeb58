import { Problem } from '#contract/problems.ts';

/** The part of an account that decides which of its sessions are alive. */
export type Epochs = {
  /** Raised to end every session at once. */
  authEpoch: number;
  /** The one session that survived the raise to this epoch. */
  spared?: { sessionId: string; epoch: number };
};

/** A session with its epoch when it was last seen alive. */
export type SeenSession = { id: string; epoch: number };

/** Whether the last raise of the epoch came from this session, which was alive then. */
export const isSpared = (sessionId: string, { authEpoch, spared }: Epochs): boolean =>
  spared?.sessionId === sessionId && spared.epoch === authEpoch;

/** Whether a session has survived every raise of its owner's epoch since it was seen. */
export const isAlive = ({ id, epoch }: SeenSession, owner: Epochs): boolean =>
  epoch === owner.authEpoch || isSpared(id, owner);

/** @throws unauthenticated if a raise has ended the session since it was seen */
export function stayAlive(session: SeenSession, owner: Epochs | null): asserts owner {
  if (!owner || !isAlive(session, owner)) throw new Problem('unauthenticated');
}
