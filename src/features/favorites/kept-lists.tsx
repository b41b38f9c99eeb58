import { Link } from 'react-router';
import { shownName } from '#contract/folder-name.ts';
import { sharedFavoritesPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { Section } from '#src/ui/section.tsx';
import styles from './favorites.module.css';
import { Invitation } from './invitation.tsx';
import { useKeptLists } from './keepers.queries.ts';
import { SharedFolders } from './shared-folders.tsx';

/** The lists that the member keeps for others, and invitations to keep some. */
export function KeptLists() {
  const lists = useKeptLists();
  if (lists.length === 0) return null;
  const kept = lists.filter(({ state }) => state !== 'Invited');
  return (
    <Section title={t`Lists you keep`} about={kept.length > 0 ? t`Other members own them.` : undefined}>
      {lists
        .filter(({ state }) => state !== 'Keeper')
        .map((list) => (
          <Invitation key={list.shareId} list={list} owner={list.owner} isOffer={list.state === 'Offered'}>
            <Link to={sharedFavoritesPage(list.shareId)}>{shownName(list.name)}</Link>
          </Invitation>
        ))}
      {kept.length > 0 && (
        <div className={styles.kept}>
          <SharedFolders folders={kept} />
        </div>
      )}
    </Section>
  );
}
