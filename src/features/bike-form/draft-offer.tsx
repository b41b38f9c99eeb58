import { addBikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useDraftTitle } from '#src/features/bikes/list/use-draft-title.ts';
import type { WholeDraft } from '#src/features/drafts/drafts.ts';
import { Button } from '#src/ui/button.tsx';
import { Note } from '#src/ui/note.tsx';

/** Offers to continue the newest draft; typing into the form creates a new one instead. */
export function DraftOffer({ draft }: { draft: WholeDraft }) {
  const title = useDraftTitle(draft);
  const go = (
    <Button look="quiet" small to={addBikePage(draft.id)}>
      Continue
    </Button>
  );
  return (
    <Note action={go}>
      {title ? t`Your draft of the ${title} is still here.` : t`Your draft without a name is still here.`}
    </Note>
  );
}
