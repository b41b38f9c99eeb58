import { addBikePage, editBikePage } from '#contract/pages.ts';
import { discardDraft } from '#src/offline/discarding.ts';
import type { WholeDraft } from '#src/offline/drafts.ts';
import { keepsNothing } from '#src/offline/storage.ts';
import { Button } from '#src/ui/button.tsx';
import { clockTime, dayOf } from '#src/ui/format.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PictureRow } from '#src/ui/picture-row.tsx';
import { Plate } from '#src/ui/plate.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { useNow } from '#src/ui/use-now.ts';
import { useDraftTitle } from '../form/use-draft-title.ts';
import { RowPicture } from './row-picture.tsx';

async function discard(draft: WholeDraft): Promise<void> {
  offerUndo('Draft deleted.', await discardDraft(draft.id));
}

function savedWords(savedAt: number, now: Date | null): string {
  if (keepsNothing()) return 'Not kept on this device';
  const saved = new Date(savedAt);
  const day = !now || saved.toDateString() === now.toDateString() ? '' : `${dayOf(saved, now)}, `;
  return `Saved on this device, ${day}${clockTime(saved)}`;
}

function DraftRow({ draft }: { draft: WholeDraft }) {
  const title = useDraftTitle(draft);
  const now = useNow();
  const first = draft.photos[0];
  const actions = (
    <>
      <Button look="quiet" small to={draft.ofPublished ? editBikePage(draft.id) : addBikePage(draft.id)}>
        Continue
      </Button>
      <LinkButton onClick={() => discard(draft)}>Delete</LinkButton>
    </>
  );
  const picture = <RowPicture picture={first ? { id: first.id, here: true } : null} />;
  return (
    <PictureRow picture={picture} actions={actions}>
      <p className="row">
        <Plate look="draft">Draft</Plate>
      </p>
      <h3>{title || 'No name yet'}</h3>
      <p>
        <TrailMark state="saved">{savedWords(draft.savedAt, now)}</TrailMark>
      </p>
    </PictureRow>
  );
}

/** The drafts on this device, the last changed first. */
export function DraftList({ drafts }: { drafts: readonly WholeDraft[] }) {
  return (
    <ul>
      {drafts.map((draft) => (
        <DraftRow key={draft.id} draft={draft} />
      ))}
    </ul>
  );
}
