import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { discardDraft } from '#src/features/bikes/discard-draft.ts';
import { draftOfBike, removeDraftOf } from '#src/features/drafts/drafts.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { fieldsOf } from './field-values.ts';
import { noteReplaced } from './replaced.ts';

/** Replaces the member's draft by the server's version and offers an undo. */
export async function takeSite(userId: Id, site: Bike): Promise<void> {
  const undo = await discardDraft(site.id, 'here');
  await draftOfBike(userId, site, fieldsOf(site));
  noteReplaced();
  offerUndo(t`Your version was discarded.`, async () => {
    await removeDraftOf(userId, site.id);
    await undo();
    noteReplaced();
  });
}
