import type { BikeCard } from '#contract/bikes.ts';
import { shownName } from '#contract/folder-name.ts';
import { may } from '#contract/may.ts';
import { many } from '#contract/texts.ts';
import { useSession } from '#src/session/use-session.ts';
import styles from './favorites.module.css';
import { useFavorite } from './favorites.queries.ts';
import { FolderCovers } from './folder-covers.tsx';
import { setInList } from './keepers.actions.ts';
import { useKeptLists } from './keepers.queries.ts';
import { LiveCheck } from './live-check.tsx';

/** The lists that the member keeps for others, as checkboxes for one bike. Those that may not have it are left out. */
export function KeptChoices({ bike }: { bike: BikeCard }) {
  const { user } = useSession();
  const favorite = useFavorite(bike);
  const lists = useKeptLists();
  if (!user) return null;
  const open = lists.filter(({ owner, state }) =>
    may('list.add', user, { ownerId: owner.id, keeping: state }, { bike, blocked: false }),
  );
  return open.map(({ shareId, name, owner, count, covers }) => (
    <li key={shareId}>
      <LiveCheck
        of={`${user.id} ${bike.id} ${shareId}`}
        on={favorite?.keptListIds.includes(shareId) ?? false}
        onSet={(on) => setInList(bike, { shareId, name }, user, on)}
      >
        <span className={styles.choice}>
          <FolderCovers covers={covers} small />
          <span>
            <bdi>{shownName(name)}</bdi>{' '}
            <small className="quiet figures">
              <bdi>{owner.username}</bdi> · <span>{many(count)`# bike|# bikes`}</span>
            </small>
          </span>
        </span>
      </LiveCheck>
    </li>
  ));
}
