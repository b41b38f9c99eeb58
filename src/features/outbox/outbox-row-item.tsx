import { useLayoutEffect, useRef, useState } from 'react';
import { t } from '#contract/texts.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import type { Elements } from '#src/ui/elements.ts';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { PictureRow } from '#src/ui/picture-row.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { useDeviceNow } from '#src/ui/use-now.ts';
import { EditText } from './edit-text.tsx';
import { nextPartOf, type OutboxItem } from './outbox-groups.ts';
import { askText, quoteOf, titleOfRow, tryText, whenText } from './outbox-text.ts';
import { RowActions } from './row-actions.tsx';
import { RowMark, SentMark } from './row-mark.tsx';
import { RowParts } from './row-parts.tsx';

/** Keeps the height of an item and the focus in it after it was sent, so that nothing below moves. */
function useSteadyRow(sent: boolean, editing: boolean) {
  const ref = useRef<HTMLLIElement>(null);
  const height = useRef(0);
  const focused = useRef(false);
  useLayoutEffect(() => {
    const row = ref.current;
    if (!row) return;
    if (!sent && !editing) height.current = row.getBoundingClientRect().height;
    row.style.minBlockSize = sent ? `${height.current}px` : '';
    if (sent && focused.current && !row.contains(document.activeElement)) row.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: sent ? -1 : undefined,
    onFocus: () => {
      focused.current = true;
    },
    onBlur: () => {
      // Browsers drop the focus silently when the focused button is removed.
      focused.current = ref.current?.matches(':focus-within') ?? false;
    },
  };
}

interface OutboxRowItemProps {
  item: OutboxItem;
  /** When it was sent, in milliseconds since the epoch; null while it is queued. */
  sentAt: number | null;
  picture: Elements;
  fix: Elements;
}

/** One item with its state and actions. */
export function OutboxRowItem({ item, sentAt, picture, fix }: OutboxRowItemProps) {
  const { row, waiting, parts } = item;
  const sent = sentAt !== null;
  const [editing, setEditing] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const edit = (text: string | null) => {
    setTyped(text);
    setEditing(true);
  };
  const leave = (text: string) => {
    setEditing(false);
    offerUndo(t`Change discarded.`, async () => edit(text));
  };
  const steady = useSteadyRow(sent, editing);
  const now = useDeviceNow();
  const preferences = useDisplayPreferences();
  const quote = quoteOf(row);
  const asks = sent ? '' : askText(item);
  const actions = !editing && !sent && (
    <>
      {fix}
      <RowActions item={item} onEditText={() => edit(null)} />
    </>
  );
  return (
    <PictureRow picture={picture} actions={actions} {...steady}>
      <h3>{titleOfRow(row)}</h3>
      <p>{sent ? <SentMark sentAt={sentAt} /> : <RowMark item={item} />}</p>
      {asks && <p className="small">{asks}</p>}
      {editing && !sent ? (
        <EditText row={row} typed={typed} onDone={() => setEditing(false)} onLeft={leave} />
      ) : (
        <p className="quiet small">
          {quote && (
            <>
              <q>
                <bdi lang={languageOfText(quote)}>{quote}</bdi>
              </q>{' '}
            </>
          )}
          <span>{`${sent || asks ? '' : tryText(nextPartOf(item)?.row ?? row)} ${whenText(row, now, preferences)}`}</span>
        </p>
      )}
      {parts && waiting.look !== 'editing' && <RowParts item={item} parts={parts} sent={sent} />}
    </PictureRow>
  );
}
