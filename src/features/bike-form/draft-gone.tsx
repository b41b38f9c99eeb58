import type { Id } from '#contract/ids.ts';
import { addBikePage, bikePage, outboxPage, userBikesPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useArrivedBike } from '#src/features/bikes/page/bike.queries.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Loader } from '#src/ui/loader.tsx';

interface DraftGoneProps {
  id: Id;
  /** The draft was published here and is not sent yet. */
  waiting?: boolean;
  /** Offline, so it is unknown whether the server has the draft. */
  isOffline?: boolean;
}

/** Replaces the form of a draft that can no longer be edited, for example because another tab published it. */
export function DraftGone({ id, waiting, isOffline }: DraftGoneProps) {
  const arrived = useArrivedBike(id);
  if (waiting) {
    return (
      <EmptyState title="This bike is on its way." action={<Button to={outboxPage()}>See what's waiting</Button>}>
        It waits on this device to be sent. To change it, edit it there.
      </EmptyState>
    );
  }
  if (arrived === undefined) return <Loader />;
  if (arrived) {
    const open = <Button to={bikePage(arrived.id, arrived.slug)}>Open it</Button>;
    return (
      <EmptyState title="This bike is published already." action={open}>
        It has arrived on the site.
      </EmptyState>
    );
  }
  const actions = (
    <>
      <Button to={userBikesPage()}>Your bikes</Button>
      <Button look="quiet" to={addBikePage()}>
        Add another
      </Button>
    </>
  );
  return (
    <EmptyState title="This draft is not on this device." action={actions}>
      {isOffline
        ? t`If you began it on another device, it opens here when there is signal.`
        : t`It was published or deleted.`}
    </EmptyState>
  );
}
