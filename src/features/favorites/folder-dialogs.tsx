import type { FavoriteFolder } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { addFolder, removeFolder, renameFolder } from './favorites.actions.ts';
import { FolderNameForm } from './folder-name-form.tsx';
import { ShareFolder } from './share-folder.tsx';

/** Dialog that is open for a folder. */
export type FolderAct = { act: 'rename' | 'share' | 'delete'; folder: FavoriteFolder } | { act: 'make' };

interface FolderDialogsProps {
  doing: FolderAct;
  userId: Id;
  folders: readonly FavoriteFolder[];
  onClose: () => void;
  /** The deletion has been queued. */
  onDeleted?: () => void;
}

/** Dialogs to create, rename, share or delete a folder. */
export function FolderDialogs({ doing, userId, folders, onClose, onDeleted }: FolderDialogsProps) {
  const cancel = (
    <Button look="plain" onClick={onClose}>
      Cancel
    </Button>
  );
  if (doing.act === 'make') {
    const make = async (name: string) => {
      await addFolder(userId, name);
      onClose();
    };
    return (
      <Dialog title="New folder" actions={null} onClose={onClose}>
        <FolderNameForm label="Name" button={t`Create`} others={folders} onName={make}>
          {cancel}
        </FolderNameForm>
      </Dialog>
    );
  }
  const { folder } = doing;
  if (doing.act === 'share') return <ShareFolder folder={folder} userId={userId} onClose={onClose} />;
  if (doing.act === 'rename') {
    const others = folders.filter(({ id }) => id !== folder.id);
    const rename = async (name: string) => {
      await renameFolder(folder, userId, name);
      onClose();
    };
    return (
      <Dialog title={t`Rename ${folder.name}`} actions={null} onClose={onClose}>
        <FolderNameForm label="Name" button={t`Rename`} initial={folder.name} others={others} onName={rename}>
          {cancel}
        </FolderNameForm>
      </Dialog>
    );
  }
  const remove = async (keepBikes: boolean) => {
    onClose();
    try {
      const undo = await removeFolder(folder, userId, keepBikes);
      if (undo) offerUndo(t`${folder.name} deleted.`, undo);
      onDeleted?.();
    } catch (error) {
      complain(error);
    }
  };
  const choices = (
    <>
      {cancel}
      {folder.count > 0 && (
        <Button look="quiet" onClick={() => void remove(true)}>
          Keep them in Favorites
        </Button>
      )}
      <Button look="danger" onClick={() => void remove(folder.count === 0)}>
        {folder.count > 0 ? t`Delete with its bikes` : t`Delete`}
      </Button>
    </>
  );
  return (
    <Dialog title={t`Delete ${folder.name}?`} alert actions={choices} onClose={onClose}>
      {folder.count > 0 ? (
        <p>Keep the bikes in Favorites? If not, bikes in no other folder are removed from your favorites.</p>
      ) : (
        <p>This folder is empty.</p>
      )}
    </Dialog>
  );
}
