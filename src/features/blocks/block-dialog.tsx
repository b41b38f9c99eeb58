import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface BlockDialogProps {
  person: Person;
  onBlock: () => void;
  onClose: () => void;
}

export function BlockDialog({ person: { username }, onBlock, onClose }: BlockDialogProps) {
  const actions = (
    <>
      <Button look="quiet" onClick={onClose}>
        Back
      </Button>
      <Button look="danger" onClick={onBlock}>
        Block
      </Button>
    </>
  );
  return (
    <Dialog title={t`Block ${username}?`} alert actions={actions} onClose={onClose}>
      <p>
        {t`You can't message each other, or like, favorite or comment on each other's bikes. Likes between you are removed. You no longer see their comments, or their bikes in lists. ${username} isn't told. You can unblock them under Messages.`}
      </p>
    </Dialog>
  );
}
