import { useEffect } from 'react';
import type { SiteDraft } from '#contract/drafts.ts';
import { editBikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { discardDraft } from '#src/features/bikes/discard-draft.ts';
import { restoreDraft } from '#src/features/bikes/list/restore-draft.ts';
import { baseOn, neverSynced } from '#src/features/drafts/draft-sync.ts';
import type { WholeDraft } from '#src/features/drafts/drafts.ts';
import { saveServerDraft } from '#src/features/drafts/server-drafts.ts';
import { failureFrom } from '#src/lib/failure.ts';
import { scheduleFlush } from '#src/outbox/flush-triggers.ts';
import { Button } from '#src/ui/button.tsx';
import { Note } from '#src/ui/note.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { toForm } from './form-focus.ts';
import { noteReplaced } from './replaced.ts';
import { BikeVersions } from './two-versions.tsx';

interface DraftConflictProps {
  draft: WholeDraft;
  /** Server version of the draft; null while it is unknown. */
  site: SiteDraft | null;
  ask: () => Promise<void>;
}

/** Keeps the local version: it will overwrite that server version. */
async function goOnWithMine({ id }: WholeDraft, site: SiteDraft): Promise<void> {
  await baseOn(id, site);
  scheduleFlush();
}

async function takeTheirs(site: SiteDraft, userId: string): Promise<void> {
  const undo = await discardDraft(site.id, 'here');
  await saveServerDraft(userId, site, async () => new Set());
  noteReplaced();
  offerUndo(t`Your version was discarded.`, async () => {
    await discardDraft(site.id, 'here');
    await undo();
    noteReplaced();
  });
}

async function keepDeleted({ id, site }: WholeDraft): Promise<void> {
  try {
    await restoreDraft(id);
    toForm();
    await baseOn(id, site ?? neverSynced);
    scheduleFlush();
  } catch (cause) {
    const failure = failureFrom(cause);
    // A draft that can no longer be restored is soon erased; the local one is then uploaded as new.
    showToast({ text: `${failure.message} ${t`Your draft is still here.`}`, alert: true });
  }
}

async function dropHere({ id }: WholeDraft): Promise<void> {
  offerUndo(t`Draft deleted.`, await discardDraft(id, 'here'));
}

/** Asks the member how to resolve a conflict: the draft was changed, deleted or published on another device. */
export function DraftConflict({ draft, site, ask }: DraftConflictProps) {
  const conflict = draft.site?.apart;
  const unknown = conflict === 'changed' && (site === null || site.version <= (draft.site?.version ?? 0));
  useEffect(() => {
    if (unknown) void ask();
  }, [unknown, ask]);
  if (conflict === 'gone') {
    return (
      <Note state="notice" role="alert">
        <p>This draft was deleted on another device. What you typed is still here.</p>
        <div className="row">
          <Button small onClick={() => void keepDeleted(draft)}>
            Keep it
          </Button>
          <Button small look="quiet" onClick={() => void dropHere(draft)}>
            Delete it here, too
          </Button>
        </div>
      </Note>
    );
  }
  if (conflict === 'published') {
    return (
      <Note state="notice" role="alert">
        <p>This draft was published on another device. What you typed here since is not in it.</p>
        <div className="row">
          <Button small to={editBikePage(draft.id)}>
            See both versions
          </Button>
          <Button small look="quiet" onClick={() => void dropHere(draft)}>
            Delete the draft
          </Button>
        </div>
      </Note>
    );
  }
  if (conflict !== 'changed' || !site || unknown) return null;
  return (
    <BikeVersions
      mine={draft}
      site={site}
      onMine={() => void goOnWithMine(draft, site)}
      onSite={() => void takeTheirs(site, draft.userId)}
    />
  );
}
