import { addBikePage, safeReturn } from '#contract/pages.ts';
import { sharedWaiting } from '#src/features/drafts/shared-photos.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { counted } from '#src/ui/format.ts';
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
  const kept = `Your ${counted(waiting.count, 'photo')} ${waiting.count === 1 ? 'is' : 'are'} kept on this device`;
  return (
    <Note>{`${kept}${waiting.forADay ? ' for a day' : ''}. Log in to add ${waiting.count === 1 ? 'it' : 'them'} to a bike.`}</Note>
  );
}
