import { t } from '#contract/texts.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { UploadShare } from '#src/queries/upload-share.tsx';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { dropTexts } from './drop-texts.ts';
import { retryRow, undoIfQueued } from './outbox.actions.ts';
import type { OutboxEntry, OutboxParts } from './outbox-groups.ts';

async function leaveOut(id: string, name: string): Promise<void> {
  const undo = await undoIfQueued(id);
  // For translators: {0} is the name of a part, such as “Photo 2”.
  if (undo) offerUndo(t`${name} left out.`, undo);
  else showToast({ text: t`${name} is already sent.`, alert: true });
}

/** Actions for one part that is not sent. */
function PartActions({ entry: { row, waiting }, name }: { entry: OutboxEntry; name: string }) {
  const { label } = dropTexts[definitionOf(row).labels.undo];
  const again = waiting.canRetry || waiting.look === 'retry';
  return (
    <>
      {again && (
        <Button look="quiet" small aria-label={t`Try ${name} now`} onClick={() => void retryRow(row.id)}>
          Try now
        </Button>
      )}
      {waiting.canCancel && (
        <LinkButton aria-label={t`${label}: ${name}`} onClick={() => void leaveOut(row.id, name)}>
          {label}
        </LinkButton>
      )}
    </>
  );
}

/** Each part of an item with its state and actions. */
export function PartList({ parts: { labels, entries } }: { parts: OutboxParts }) {
  return (
    <details>
      <summary>{labels.all}</summary>
      <ol>
        {entries.map((entry, at) => {
          const name = labels.numbered(at + 1);
          return (
            <li key={entry?.row.id ?? at}>
              <span>{name}</span>
              {entry ? <WaitingMark waiting={entry.waiting} /> : <TrailMark state="saved">Sent</TrailMark>}
              {entry && <UploadShare id={entry.row.targetId} />}
              {entry && <PartActions entry={entry} name={name} />}
            </li>
          );
        })}
      </ol>
    </details>
  );
}
