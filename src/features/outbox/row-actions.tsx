import type { RowKind } from '#src/offline/rows.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { retryRow, takeBack } from './outbox.actions.ts';
import type { OutboxItem } from './outbox-groups.ts';
import { quoteOf } from './outbox-words.ts';

interface RowActionsProps {
  item: OutboxItem;
  onEditText: () => void;
  onEditBike: (draftId: string) => void;
}

/** What has an opposite can be taken back even when it may have arrived. */
const reversible: ReadonlySet<RowKind> = new Set(['like.put', 'like.delete', 'bike.put', 'comment.add']);
const dropWords = (kind: RowKind, failed: boolean) => {
  if (kind === 'photo.put') return 'Leave it out';
  return failed && kind !== 'bike.put' ? 'Delete' : 'Take back';
};

async function drop(id: string, words: string): Promise<void> {
  const undo = await takeBack(id);
  showToast({ words, action: { words: 'Undo', run: () => void undo() } });
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => showToast({ words: 'Copied.' }),
    () => showToast({ words: 'This browser does not let us copy. Select the text instead.', alert: true }),
  );
}

/** What can be done about one row. */
export function RowActions({ item, onEditText, onEditBike }: RowActionsProps) {
  const { row, waiting, superseded } = item;
  const quote = quoteOf(row);
  const needsYou = waiting.look === 'failed' || waiting.look === 'old';
  const droppable = waiting.canCancel || (reversible.has(row.kind) && !superseded);
  const words = dropWords(row.kind, needsYou);
  const editBike = async () => {
    await takeBack(row.id);
    if (row.draftId) onEditBike(row.draftId);
  };
  return (
    <>
      {quote && waiting.canCancel && (
        <Button look="quiet" small onClick={onEditText}>
          Edit
        </Button>
      )}
      {row.kind === 'bike.put' && waiting.canCancel && (
        <Button look="quiet" small onClick={editBike}>
          Edit
        </Button>
      )}
      {needsYou && (
        <Button look="quiet" small onClick={() => retryRow(row.id)}>
          {waiting.look === 'old' ? 'Send' : 'Retry'}
        </Button>
      )}
      {waiting.look === 'retry' && (
        <Button look="quiet" small onClick={() => retryRow(row.id)}>
          Try now
        </Button>
      )}
      {quote && waiting.look === 'failed' && (
        <Button look="quiet" small onClick={() => copy(quote)}>
          Copy
        </Button>
      )}
      {droppable && (
        <LinkButton onClick={() => drop(row.id, words === 'Delete' ? 'Deleted.' : 'Taken back.')}>{words}</LinkButton>
      )}
    </>
  );
}
