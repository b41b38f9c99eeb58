import type { Person } from '#contract/people.ts';

/**
 * Whether a member's bikes are shown as `Deleted` (they left), `Removed` (they were banned) or normally (null), and
 * since when. `generation` grows with each change.
 */
export type AuthorState = { gone: 'Deleted' | 'Removed' | null; since: Date; generation: number };

/** Denormalized member names and avatars in one kind of document. */
export interface DenormalizedAuthors {
  /**
   * Updates one batch of a member's copies, found by an index. Idempotent.
   * @param state null for a member who never left
   * @param cursor the `next` of the batch before; undefined for the first
   * @returns how many copies were outdated, and the next cursor; null at the end
   */
  update(
    person: Person,
    cursor: string | undefined,
    state: AuthorState | null,
  ): Promise<{ old: number; next: string | null }>;
}

/** Whether a copy has the member's current name and avatar. */
export const isCurrent = (copy: Person, { username, avatar }: Person): boolean =>
  copy.username === username && copy.avatar === avatar;
