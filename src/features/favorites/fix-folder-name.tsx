import { useState } from 'react';
import { foldedFolderName } from '#contract/favorites.ts';
import { shownName } from '#contract/folder-name.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { mergeFolder, renameFolder } from './favorites.actions.ts';
import { useFolders } from './favorites.queries.ts';
import { FolderNameForm } from './folder-name-form.tsx';

/** Returns whether a folder's name was refused on creation or renaming. */
export const isNameRefused = ({ kind, state, lastError }: QueuedMutation): boolean =>
  (kind === 'folder.add' || kind === 'folder.rename') && state === 'failed' && !!lastError?.validation?.name;

/** Resolves a refused folder name: choose another name, or use the folder that has it. */
export function FixFolderName({ row }: { row: QueuedMutation }) {
  const { kind, targetId: id, userId } = row;
  const { name } = row.body as { name: string };
  const [naming, setNaming] = useState(false);
  const folders = (useFolders().data ?? []).filter((folder) => folder.id !== id);
  const folded = foldedFolderName(name);
  const same = kind === 'folder.add' && folders.find((folder) => foldedFolderName(folder.name) === folded);
  const close = () => setNaming(false);
  const rename = async (chosen: string) => {
    await renameFolder({ id, name: row.subject.title }, userId, chosen);
    close();
  };
  return (
    <>
      <Button look="quiet" small onClick={() => setNaming(true)}>
        Rename
      </Button>
      {same && (
        <Button look="quiet" small onClick={() => void mergeFolder(id, userId, same).catch(complain)}>
          {t`Merge into ${shownName(same.name)}`}
        </Button>
      )}
      {naming && (
        <Dialog title={t`Rename ${name}`} actions={null} onClose={close}>
          <FolderNameForm label="Name" button={t`Rename`} initial={name} others={folders} onName={rename}>
            <Button look="plain" onClick={close}>
              Cancel
            </Button>
          </FolderNameForm>
        </Dialog>
      )}
    </>
  );
}
