import { type Followed, type SearchTells, searchTells } from '#contract/follows.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { Select } from '#src/ui/select.tsx';
import { followedTitle } from './followed-title.ts';
import { chooseTells } from './follows.actions.ts';
import styles from './follows.module.css';

const labels: Record<SearchTells, string> = {
  never: t`Don't tell me`,
  feed: t`Tell in the feed`,
  alert: t`Tell by alert`,
  digest: t`Tell in the weekly mail`,
};
const options = searchTells.map((value) => ({ value, label: labels[value] }));

interface TellsChoiceProps {
  search: Followed;
  userId: Id;
}

/** Chooses how a followed search tells of new bikes. */
export function TellsChoice({ search, userId }: TellsChoiceProps) {
  return (
    <span className={styles.tells}>
      <Select
        aria-label={t`New bikes for ${followedTitle(search)}`}
        options={options}
        value={search.tells ?? 'feed'}
        onChange={({ target }) => void chooseTells(search, target.value as SearchTells, userId).catch(complain)}
      />
    </span>
  );
}
