import { useState } from 'react';
import { titleOf } from '#contract/bike-names.ts';
import { type Bike, getBike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { homePage } from '#contract/pages.ts';
import { runAction } from '#src/actions/run-action.ts';
import { type ApiFailure, failureFrom } from '#src/lib/failure.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Note } from '#src/ui/note.tsx';
import { trailArt } from '#src/ui/trail-art.tsx';
import { BikeOwner } from './bike-owner.tsx';
import { BikePage } from './bike-page.tsx';

/** Replaces a flagged bike until the viewer asks to see it. The bike is not cached. @param updatesOf renders its updates */
export function FlaggedBike({ id, updatesOf }: { id: Id; updatesOf: (bike: Bike) => Elements }) {
  const [bike, setBike] = useState<Bike>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const show = async () => {
    setBusy(true);
    setFailure(undefined);
    const ask = runAction(getBike, { params: { bikeId: id }, query: { flagged: 'show' } });
    await ask.then(setBike, (cause: unknown) => setFailure(failureFrom(cause)));
    setBusy(false);
  };
  if (bike) {
    const why = <p className="quiet small">This bike was flagged. Likes and comments are paused during review.</p>;
    const shown = { ...bike, waiting: null };
    return (
      <div className="frame">
        <PageMeta title={titleOf(bike)} />
        <BikePage
          bike={shown}
          savedAt={null}
          numbers={null}
          actions={why}
          owner={<BikeOwner bike={shown} />}
          updates={updatesOf(bike)}
        >
          {null}
        </BikePage>
      </div>
    );
  }
  const actions = (
    <>
      <Button look="quiet" busy={busy} onClick={show}>
        Show anyway
      </Button>
      <Button to={homePage()}>Go to the home page</Button>
    </>
  );
  return (
    <div className="frame">
      <PageMeta title="This bike was flagged" />
      <EmptyState level={1} title="This bike was flagged." art={trailArt} action={actions}>
        It may break the rules. It is hidden until its owner fixes it or a moderator has looked at it.
      </EmptyState>
      {failure && (
        <Note state="failed" role="alert">
          {failure.message}
        </Note>
      )}
    </div>
  );
}
