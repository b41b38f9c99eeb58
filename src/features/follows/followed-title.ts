import { titleOf } from '#contract/bike-names.ts';
import type { Followed } from '#contract/follows.ts';
import { t } from '#contract/texts.ts';

/** What can be followed, before it is. */
export type Followable = Omit<Followed, 'at'>;

/** Keywords of a search without a name. */
const keywordsOf = (query: string): string => new URLSearchParams(query).get('keywords') ?? '';

/** Name of something followed, as lists show it. */
export function followedTitle({ kind, key, name, person, bike }: Followable): string {
  if (person) return person.username;
  if (bike) return titleOf(bike);
  if (kind === 'search') return name || keywordsOf(key) || t`Search`;
  return name || key;
}
