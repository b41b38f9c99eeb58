import { addBikePage, safeReturn } from '#contract/pages.ts';
import { many } from '#contract/texts.ts';
import { sharedWaiting } from '#src/features/drafts/shared-photos.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { Note } from '#src/ui/note.tsx';

/** The draft that a path opens in the form; null for any other path. */
function draftIn(path: string | null): string | null {
  const [page, query] = safeReturn(path).split('?');
  return page === addBikePage() ? new URLSearchParams(query).get('draft') : null;
}

/** Says that photos from another app wait for the log-in. @param returnTo the page after the log-in */
export function SharedWaiting({ returnTo }: { returnTo: string | null }) {
  const draftId = draftIn(returnTo);
  const waiting = useLive('shared photos', async () => (draftId ? sharedWaiting(draftId) : null), [draftId]);
  if (!waiting?.count) return null;
  return (
    <Note>
      {waiting.forADay
        ? many(
            waiting.count,
          )`Your # photo is kept on this device for a day. Log in to add it to a bike.|Your # photos are kept on this device for a day. Log in to add them to a bike.`
        : many(
            waiting.count,
          )`Your # photo is kept on this device. Log in to add it to a bike.|Your # photos are kept on this device. Log in to add them to a bike.`}
    </Note>
  );
}
