import { useNavigate } from 'react-router';
import { t } from '#contract/texts.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { Button } from '#src/ui/button.tsx';
import { copyText } from '#src/ui/copy-text.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { dropTexts } from './drop-texts.ts';
import { reopenRow, retryRow, undoQueued } from './outbox.actions.ts';
import type { OutboxItem } from './outbox-groups.ts';
import { quoteOf } from './outbox-text.ts';

interface RowActionsProps {
  item: OutboxItem;
  onEditText: () => void;
}

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
  const { label, done } = dropTexts[needsYou ? write.labels.discard : waiting.canCancel ? write.labels.undo : 'undo'];
  const editPage = write.editPage?.(row);
  const changeable = waiting.canCancel && waiting.canChange;
  const navigate = useNavigate();
  const editOnPage = async (page: string) => {
    if (await reopenRow(row.id)) await navigate(page);
    else showToast({ text: t`This is being sent already.`, alert: true });
  };
  return (
    <>
      {waiting.canRetry && (
        <Button look="quiet" small onClick={() => retryRow(row.id)}>
          {waiting.look === 'old' ? t`Send` : t`Retry`}
        </Button>
      )}
      {quote && changeable && (
        <Button look="quiet" small onClick={onEditText}>
          Edit
        </Button>
      )}
      {editPage && changeable && (
        <Button look="quiet" small onClick={() => editOnPage(editPage)}>
          {waiting.look === 'editing' ? t`Continue` : t`Edit`}
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
      {droppable && <LinkButton onClick={() => drop(row.id, done)}>{label}</LinkButton>}
    </>
  );
}
