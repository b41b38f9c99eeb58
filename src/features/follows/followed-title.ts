import { titleOf } from '#contract/bike-names.ts';
import type { Followed } from '#contract/follows.ts';
import { searchTitle } from '#contract/search/key.ts';
import { t } from '#contract/texts.ts';

/** What can be followed, before it is. */
export type Followable = Omit<Followed, 'at'>;

/** Name of something followed, as lists show it. */
export function followedTitle({ kind, key, name, person, bike }: Followable): string {
  if (person) return person.username;
  if (bike) return titleOf(bike);
  if (kind === 'search') return searchTitle(key, name) || t`Search`;
  return kind === 'tag' ? `#${key}` : name || key;
}
