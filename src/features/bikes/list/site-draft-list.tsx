import { type ReactNode, useEffect, useRef, useState } from 'react';
import { noNotice } from '#contract/bike-defaults.ts';
import type { DraftCard } from '#contract/drafts.ts';
import type { Id } from '#contract/ids.ts';
import { addBikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { mutateWithUndo } from '#src/actions/mutate.ts';
import { complain } from '#src/forms/complain.ts';
import { Button } from '#src/ui/button.tsx';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import type { Elements } from '#src/ui/elements.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PictureRow } from '#src/ui/picture-row.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { useNow } from '#src/ui/use-now.ts';
import { deleteBikeMutation } from '../bikes.mutations.ts';
import { draftSubject } from '../discard-draft.ts';
import { daysLeft } from '../status/status-text.ts';
import { savedWhen } from './draft-list.tsx';
import { restoreDraft } from './restore-draft.ts';
import { RowPicture } from './row-picture.tsx';
import { useDraftTitle } from './use-draft-title.ts';

async function discard(id: Id, userId: Id): Promise<void> {
  const undo = await mutateWithUndo(deleteBikeMutation, draftSubject(id), userId);
  if (undo) offerUndo(t`Draft deleted.`, undo);
}

interface RowProps {
  /** The draft was just restored, so it takes the focus. */
  focused?: boolean;
  draft: DraftCard;
  plaque: Elements;
  about: ReactNode;
  actions: Elements;
}

function Row({ focused = false, draft, plaque, about, actions }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (focused) row.current?.querySelector('a')?.focus();
  }, [focused]);
  const title = useDraftTitle({ fields: draft.named });
  const picture = <RowPicture picture={draft.cover && { id: draft.cover.id, here: false }} />;
  return (
    <PictureRow ref={row} picture={picture} actions={actions}>
      <p className="row">{plaque}</p>
      <h3>{title || t`No name yet`}</h3>
      <p>{about}</p>
    </PictureRow>
  );
}

interface SiteDraftProps {
  draft: DraftCard;
  userId: Id;
  focused: boolean;
}

function SiteDraft({ draft, userId, focused }: SiteDraftProps) {
  const now = useNow();
  const preferences = useDisplayPreferences();
  const when = savedWhen(new Date(draft.savedAt), now, preferences);
  const actions = (
    <>
      <Button look="quiet" small to={addBikePage(draft.id)}>
        Continue
      </Button>
      <LinkButton onClick={() => void discard(draft.id, userId).catch(complain)}>Delete</LinkButton>
    </>
  );
  const about = <TrailMark state="saved">{t`Saved on the site, ${when}`}</TrailMark>;
  const plaque = <Plaque look="draft">Draft</Plaque>;
  return <Row focused={focused} draft={draft} plaque={plaque} about={about} actions={actions} />;
}

interface SiteDraftListProps {
  drafts: readonly DraftCard[];
  userId: Id;
  /** Id of the draft restored on this page, which takes the focus. */
  restored: Id | null;
}

/** Drafts that exist only on the server, most recently saved first. */
export function SiteDraftList({ drafts, userId, restored }: SiteDraftListProps) {
  return (
    <ul>
      {drafts.map((draft) => (
        <SiteDraft key={draft.id} draft={draft} userId={userId} focused={draft.id === restored} />
      ))}
    </ul>
  );
}

interface Restorable {
  onRestored: (id: Id) => Promise<void>;
}

function DeletedDraft({ draft, onRestored }: Restorable & { draft: DraftCard }) {
  const now = useNow();
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await restoreDraft(draft.id);
      showToast({ text: t`Draft restored.` });
      await onRestored(draft.id);
    } catch (cause) {
      complain(cause);
    } finally {
      setBusy(false);
    }
  };
  const actions = (
    <Button look="quiet" small busy={busy} onClick={() => void restore()}>
      Restore
    </Button>
  );
  const { restorableUntil } = draft;
  return (
    <Row
      draft={draft}
      plaque={<Plaque look="removed">Deleted</Plaque>}
      about={daysLeft({ ...noNotice, restorableUntil }, now)}
      actions={actions}
    />
  );
}

/** Deleted drafts that can be restored. */
export function DeletedDraftList({ drafts, onRestored }: Restorable & { drafts: readonly DraftCard[] }) {
  return (
    <ul>
      {drafts.map((draft) => (
        <DeletedDraft key={draft.id} draft={draft} onRestored={onRestored} />
      ))}
    </ul>
  );
}
