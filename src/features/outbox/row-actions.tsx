import { useNavigate } from 'react-router';
import { definitionOf } from '#src/outbox/registry.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { copyText } from './copy-text.ts';
import { reopenRow, retryRow, undoQueued } from './outbox.actions.ts';
import type { OutboxItem } from './outbox-groups.ts';
import { quoteOf } from './outbox-text.ts';

interface RowActionsProps {
  item: OutboxItem;
  onEditText: () => void;
}

/** Toast text after a mutation was dropped, by button label. */
const droppedText: Record<string, string> = { Delete: 'Deleted.', 'Leave it out': 'Left out.', Undo: 'Undone.' };

async function drop(id: string, text: string): Promise<void> {
  offerUndo(text, await undoQueued(id));
}

/** Actions for one item. */
export function RowActions({ item, onEditText }: RowActionsProps) {
  const { row, waiting, superseded } = item;
  const quote = quoteOf(row);
  const needsYou = waiting.look === 'failed' || waiting.look === 'old';
  const write = definitionOf(row);
  const droppable = waiting.canCancel || (write.inverse !== undefined && !superseded);
  const label = needsYou ? write.labels.discard : waiting.canCancel ? write.labels.undo : 'Undo';
  const editPage = write.editPage?.(row);
  const changeable = waiting.canCancel && waiting.canChange;
  const navigate = useNavigate();
  const editOnPage = async (page: string) => {
    if (await reopenRow(row.id)) await navigate(page);
    else showToast({ text: 'This is being sent already.', alert: true });
  };
  return (
    <>
      {waiting.canRetry && (
        <Button look="quiet" small onClick={() => retryRow(row.id)}>
          {waiting.look === 'old' ? 'Send' : 'Retry'}
        </Button>
      )}
      {quote && changeable && (
        <Button look="quiet" small onClick={onEditText}>
          Edit
        </Button>
      )}
      {editPage && changeable && (
        <Button look="quiet" small onClick={() => editOnPage(editPage)}>
          {waiting.look === 'editing' ? 'Continue' : 'Edit'}
        </Button>
      )}
      {waiting.look === 'retry' && (
        <Button look="quiet" small onClick={() => retryRow(row.id)}>
          Try now
        </Button>
      )}
      {quote && waiting.look === 'failed' && (
        <Button look="quiet" small onClick={() => copyText(quote)}>
          Copy
        </Button>
      )}
      {droppable && <LinkButton onClick={() => drop(row.id, droppedText[label] ?? 'Removed.')}>{label}</LinkButton>}
    </>
  );
}
