import type { Person } from '#contract/people.ts';

/**
 * What a member's bikes become: of one who has left `Deleted`, of one who was shut out `Removed`, else null. Since when,
 * and which of their comings and goings that was: a later one has a higher turn.
 */
export type AuthorState = { gone: 'Deleted' | 'Removed' | null; since: Date; turn: number };

/** The copies of members that one kind of document holds. */
export interface DenormalizedAuthors {
  /**
   * Brings one batch of a member's copies up to date, found along an index. Done twice, it changes nothing.
   * @param standing null of a member who was always here
   * @param cursor where the batch begins, as the batch before said; undefined for the first
   * @returns how many copies were old, and where the next batch begins; null at the end
   */
  follow(
    person: Person,
    cursor: string | undefined,
    standing: AuthorState | null,
  ): Promise<{ old: number; next: string | null }>;
}

/** Whether a copy says what the member is called and looks like now. */
export const isCurrent = (copy: Person, { username, avatar }: Person): boolean =>
  copy.username === username && copy.avatar === avatar;
