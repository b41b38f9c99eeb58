import type { Person } from '#contract/people.ts';
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
    <Dialog title={`Block ${username}?`} alert actions={actions} onClose={onClose}>
      <p>
        Neither of you can write to the other, or like, favorite and comment on the other's bikes. Likes that you gave
        each other are taken back. You no longer see their comments, nor their bikes in lists and searches. {username}{' '}
        is not told. You can unblock them under Messages.
      </p>
    </Dialog>
  );
}
