import { useState } from 'react';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { Id } from '#contract/ids.ts';
import { bikeStatusLabel } from '#contract/option-labels.ts';
import { addBikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useOwnBikes } from '#src/features/bikes/list/bike-lists.queries.ts';
import { DraftList } from '#src/features/bikes/list/draft-list.tsx';
import { HiddenBikes, isArriving, OwnBikes, WaitingBikes } from '#src/features/bikes/list/own-bikes.tsx';
import { DeletedDraftList, SiteDraftList } from '#src/features/bikes/list/site-draft-list.tsx';
import { UnpublishedChanges } from '#src/features/bikes/list/unpublished-changes.tsx';
import type { ShownCard } from '#src/features/bikes/shown-bike.ts';
import { OwnBikeActions } from '#src/features/bikes/status/own-bike-actions.tsx';
import { useDrafts } from '#src/features/drafts/drafts.queries.ts';
import { useSiteDrafts } from '#src/features/drafts/site-draft.queries.ts';
import { retryRow, undoQueued } from '#src/features/outbox/outbox.actions.ts';
import { SafariNote } from '#src/features/outbox/safari-note.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { Section } from '#src/ui/section.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';
import { useDuplicate } from './use-duplicate.ts';

const hidden = ['Flagged', 'Removed', 'Deleted'] as const;

/** The member's own bikes in groups: drafts, waiting, public and hidden. */
export function UserBikesScreen() {
  const bikes = useOwnBikes();
  const drafts = useDrafts();
  const elsewhere = useSiteDrafts();
  const { user } = useSession();
  const duplicate = useDuplicate();
  const [restored, setRestored] = useState<Id | null>(null);
  const onRestored = (id: Id) => {
    setRestored(id);
    return elsewhere.refresh();
  };
  usePageTitle(t`Your bikes`);
  if (!drafts || !user) return <Loader />;
  const cards = bikes.data?.cards ?? [];
  // Changes of a listed bike are shown on its card.
  const changed = new Set(cards.filter((card) => !isArriving(card)).map(({ id }) => id));
  const ownDrafts = drafts.filter(({ id, ofPublished }) => !(ofPublished && changed.has(id)));
  const isChanged = (bike: ShownCard) => drafts.some(({ id }) => id === bike.id);
  const actionsOf = (bike: ShownCard) => (
    <>
      {isChanged(bike) && <UnpublishedChanges bike={bike} />}
      <OwnBikeActions
        bike={bike}
        undoQueued={undoQueued}
        retry={retryRow}
        onDuplicate={duplicate}
        edits={!isChanged(bike)}
      />
    </>
  );
  const begun = [...ownDrafts, ...elsewhere.begun];
  const empty = begun.length + elsewhere.deleted.length === 0 && bikes.data?.cards.length === 0;
  const waits = cards.filter(isArriving);
  const inStatus = (status: BikeStatus) => cards.filter((card) => card.status === status && !isArriving(card));
  const [unpublished, published] = [inStatus('Draft'), inStatus('Active')];
  const others = begun.length + elsewhere.deleted.length + cards.length > published.length;
  const age = bikes.savedCopy && bikes.savedAt ? <SavedCopy savedAt={bikes.savedAt} /> : null;
  // A list with more pages shows `+`, because its length is not the total.
  const countOf = (all: readonly unknown[]) => `${all.length}${bikes.data?.more ? '+' : ''}`;
  return (
    <>
      <PageHead title="Your bikes" action={empty ? undefined : <Button to={addBikePage()}>Add a bike</Button>} />
      {drafts.length > 0 && <SafariNote userId={user.id} things={0} />}
      <div className={styles.sections}>
        {begun.length + unpublished.length > 0 && (
          <Section title="Drafts" about={countOf([...begun, ...unpublished])}>
            {ownDrafts.length > 0 && <DraftList drafts={ownDrafts} />}
            {elsewhere.begun.length > 0 && (
              <SiteDraftList drafts={elsewhere.begun} userId={user.id} restored={restored} />
            )}
            {unpublished.length > 0 && <HiddenBikes bikes={unpublished} actionsOf={actionsOf} />}
          </Section>
        )}
        {waits.length > 0 && (
          <Section title="On its way" about={waits.length}>
            <WaitingBikes bikes={waits} />
          </Section>
        )}
        {empty ? (
          <OwnBikes bikes={bikes} others={false} actionsOf={actionsOf} />
        ) : (
          <Section
            title={t.as('list of bikes')`Published`}
            about={
              <span className="row">
                {published.length > 0 && <span>{countOf(published)}</span>}
                {age}
              </span>
            }
          >
            <OwnBikes bikes={bikes} others={others} actionsOf={actionsOf} />
          </Section>
        )}
        {hidden.map((status) => {
          const some = inStatus(status);
          const deleted = status === 'Deleted' ? elsewhere.deleted : [];
          return (
            some.length + deleted.length > 0 && (
              <Section key={status} title={bikeStatusLabel(status)} about={countOf([...some, ...deleted])}>
                {deleted.length > 0 && <DeletedDraftList drafts={deleted} onRestored={onRestored} />}
                {some.length > 0 && <HiddenBikes bikes={some} actionsOf={actionsOf} />}
              </Section>
            )
          );
        })}
      </div>
    </>
  );
}
