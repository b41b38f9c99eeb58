import { addBikePage, editBikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { isOnServer } from '#src/features/drafts/draft-sync.ts';
import type { WholeDraft } from '#src/features/drafts/drafts.ts';
import { isMemoryOnly } from '#src/storage/storage-state.ts';
import { Button } from '#src/ui/button.tsx';
import { clockTime } from '#src/ui/clock-time.ts';
import { type DisplayPreferences, useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { dayOf } from '#src/ui/format.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PictureRow } from '#src/ui/picture-row.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { useDeviceNow } from '#src/ui/use-now.ts';
import { discardDraft } from '../discard-draft.ts';
import { RowPicture } from './row-picture.tsx';
import { useDraftTitle } from './use-draft-title.ts';

async function discard({ id, site, ofPublished }: WholeDraft): Promise<void> {
  const undo = await discardDraft(id);
  // Without storage the deletion is sent at once; the draft can be restored from the list of deleted ones.
  if (site && isMemoryOnly()) showToast({ text: t`Draft deleted.` });
  else offerUndo(ofPublished ? t`Changes discarded.` : t`Draft deleted.`, undo);
}

const conflictText = {
  changed: t`Changed on another device`,
  gone: t`Deleted on another device`,
  published: t`Published on another device`,
} as const;

/** Time of day; with the date unless it is today. */
export function savedWhen(saved: Date, now: Date | null, preferences: DisplayPreferences): string {
  const time = clockTime(saved, preferences);
  return !now || saved.toDateString() === now.toDateString() ? time : t`${dayOf(saved, now, preferences)}, ${time}`;
}

function savedText(draft: WholeDraft, now: Date | null, preferences: DisplayPreferences): string {
  const { savedAt, site } = draft;
  if (site?.apart) return conflictText[site.apart];
  if (isMemoryOnly()) return t`Not saved on this device`;
  const when = savedWhen(new Date(savedAt), now, preferences);
  return isOnServer(draft) ? t`Saved, ${when}` : t`Saved on this device, ${when}`;
}

function DraftRow({ draft }: { draft: WholeDraft }) {
  const title = useDraftTitle(draft);
  const now = useDeviceNow();
  const preferences = useDisplayPreferences();
  const first = draft.photos[0];
  const actions = (
    <>
      <Button look="quiet" small to={draft.ofPublished ? editBikePage(draft.id) : addBikePage(draft.id)}>
        Continue
      </Button>
      <LinkButton onClick={() => void discard(draft)}>{draft.ofPublished ? t`Discard` : t`Delete`}</LinkButton>
    </>
  );
  const picture = <RowPicture picture={first ? { id: first.id, here: true } : null} />;
  return (
    <PictureRow picture={picture} actions={actions}>
      <p className="row">
        <Plaque look="draft">{draft.ofPublished ? t`Unpublished changes` : t`Draft`}</Plaque>
      </p>
      <h3>{title || t`No name yet`}</h3>
      <p>
        <TrailMark state={draft.site?.apart ? 'waiting' : 'saved'}>{savedText(draft, now, preferences)}</TrailMark>
      </p>
    </PictureRow>
  );
}

export function DraftList({ drafts }: { drafts: readonly WholeDraft[] }) {
  return (
    <ul>
      {drafts.map((draft) => (
        <DraftRow key={draft.id} draft={draft} />
      ))}
    </ul>
  );
}
