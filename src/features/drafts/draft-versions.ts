import type { DraftTurn } from '#contract/drafts.ts';

/** A version of a draft on the server. `turns` is absent or empty where an older build has made it. */
export type DraftVersion = { version: number; turns?: readonly DraftTurn[] };

/**
 * Whether a version was made from an earlier one, or is the same. The numbers alone do not tell: after a restored backup
 * they are given a second time.
 */
export function isMadeFrom(later: DraftVersion, earlier: DraftVersion): boolean {
  if (later.version < earlier.version) return false;
  const turn = earlier.turns?.at(-1);
  if (!turn || !later.turns?.length) return true;
  const at = later.turns.findIndex(({ id }) => id === turn.id);
  return at >= 0 && earlier.version <= (later.turns[at + 1]?.base ?? later.version);
}
