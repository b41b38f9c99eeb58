import { useState } from 'react';
import { type FavoriteFolder, isDefaultFolder } from '#contract/favorites.ts';
import { shownName } from '#contract/folder-name.ts';
import type { Id } from '#contract/ids.ts';
import { sharedFavoritesPage } from '#contract/pages.ts';
import { many, t } from '#contract/texts.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { Check } from '#src/ui/check.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Note } from '#src/ui/note.tsx';
import { copyLink, shareLink } from '#src/ui/share-link.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { share, unshare } from './favorites.actions.ts';
import styles from './favorites.module.css';
import { Keepers } from './keepers.tsx';

interface ShareFolderProps {
  folder: FavoriteFolder;
  userId: Id;
  onClose: () => void;
}

/** Names what the member wrote in a folder, which others read while it is shared; empty if nothing. */
function wordsOf({ text, notes }: FavoriteFolder): string {
  if (text && notes)
    return many(notes)`Its text and your note are shown with it.|Its text and your # notes are shown with it.`;
  if (text) return t`Its text is shown with it.`;
  return notes ? many(notes)`Your note is shown with it.|Your # notes are shown with it.` : '';
}

/** Creates, shares and revokes a folder's public link. */
export function ShareFolder({ folder, userId, onClose }: ShareFolderProps) {
  const [shareId, setShareId] = useState(folder.shareId);
  const [listed, setListed] = useState(folder.listed);
  const name = shownName(folder.name);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const isOffline = useValue(signalAtom) === 'none';
  const words = wordsOf(folder);
  const url = shareId ? location.origin + sharedFavoritesPage(shareId) : '';
  const run = async (work: () => Promise<string | null>) => {
    setBusy(true);
    setProblem('');
    try {
      setShareId(await work());
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const stop = async () => {
    await unshare(userId, folder.id);
    setListed(false);
    return null;
  };
  // A shared folder changes at once, a private one when its link is created.
  const choose = (next: boolean) => {
    setListed(next);
    if (!shareId) return;
    void run(async () => {
      try {
        return await share(userId, folder.id, next);
      } catch (error) {
        setListed(!next);
        throw error;
      }
    });
  };
  const choice = (
    <Check
      checked={listed}
      aria-disabled={isOffline || undefined}
      onChange={(event) => !isOffline && !busy && choose(event.target.checked)}
    >
      Show it also in search and on the pages of its bikes
    </Check>
  );
  const off = isOffline || undefined;
  const actions = shareId ? (
    <div className={styles.dialogEnd}>
      <Button look="plain" busy={busy} aria-disabled={off} onClick={() => run(stop)}>
        Stop sharing
      </Button>
      <Button className="push" onClick={onClose}>
        Done
      </Button>
    </div>
  ) : (
    <>
      <Button look="plain" onClick={onClose}>
        Cancel
      </Button>
      <Button autoFocus busy={busy} aria-disabled={off} onClick={() => run(() => share(userId, folder.id, listed))}>
        {isOffline ? t`Needs a connection` : t`Create link`}
      </Button>
    </>
  );
  return (
    <Dialog title={t`Share ${name}`} actions={actions} onClose={onClose}>
      {shareId ? (
        <div className="stack">
          <p>Anyone with the link can see this folder. It’s also on your page.</p>
          {words && <p className="quiet small">{words}</p>}
          {choice}
          <Field label="Link">
            <TextInput readOnly value={url} onFocus={(event) => event.target.select()} />
          </Field>
          <p className="row">
            <Button look="quiet" autoFocus onClick={() => void copyLink(url, t`Copy the link above.`)}>
              Copy link
            </Button>
            <Button look="quiet" onClick={() => void shareLink({ title: name, url }, t`Copy the link above.`)}>
              Share
            </Button>
          </p>
          <Keepers
            shareId={shareId}
            userId={userId}
            canHandOver={!isDefaultFolder(folder.id, userId)}
            isOffline={isOffline}
          />
        </div>
      ) : (
        <div className="stack">
          <p>Only you see this folder. A link shows it to anyone, and puts it on your page.</p>
          {words && <p>{words}</p>}
          {choice}
        </div>
      )}
      {problem && (
        <Note state="failed" role="alert">
          {problem}
        </Note>
      )}
    </Dialog>
  );
}
