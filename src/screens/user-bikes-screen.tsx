import { addBikePage } from '#contract/pages.ts';
import { useDrafts } from '#src/features/bikes/form/drafts.queries.ts';
import { useOwnBikes } from '#src/features/bikes/list/bike-lists.queries.ts';
import { DraftList } from '#src/features/bikes/list/draft-list.tsx';
import { OwnBikes, WaitingBikes } from '#src/features/bikes/list/own-bikes.tsx';
import { Button } from '#src/ui/button.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { Section } from '#src/ui/section.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

/** The member's own bikes: drafts, what waits, what is published. */
export function UserBikesScreen() {
  const bikes = useOwnBikes();
  const drafts = useDrafts();
  usePageTitle('Your bikes');
  if (!drafts) return <Loader />;
  const empty = drafts.length === 0 && bikes.data?.cards.length === 0;
  const waits = bikes.data?.cards.filter((card) => card.waiting !== null) ?? [];
  const age = bikes.savedCopy && bikes.savedAt ? <SavedCopy savedAt={bikes.savedAt} /> : null;
  return (
    <>
      <PageHead title="Your bikes" action={empty ? undefined : <Button to={addBikePage()}>Add a bike</Button>} />
      <div className={styles.sections}>
        {drafts.length > 0 && (
          <Section title="Drafts">
            <DraftList drafts={drafts} />
          </Section>
        )}
        {waits.length > 0 && (
          <Section title="On its way">
            <WaitingBikes bikes={waits} />
          </Section>
        )}
        {empty ? (
          <OwnBikes bikes={bikes} others={false} />
        ) : (
          <Section title="Published" about={age}>
            <OwnBikes bikes={bikes} others={drafts.length > 0 || waits.length > 0} />
          </Section>
        )}
      </div>
    </>
  );
}
