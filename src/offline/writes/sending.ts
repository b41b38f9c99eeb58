import type { OutboxRow } from '../rows.ts';
import { mendBike } from './bike-mends.ts';
import { bytesOf } from './bike-photo-bytes.ts';
import type { RowKind } from './table.ts';
import type { Refusal, Sendable } from './write.ts';

// Apart from the table of writes, which every page loads first: only who sends needs it.

async function jsonOf({ body }: OutboxRow): Promise<Sendable> {
  if (body === null) return { headers: {} };
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

const bodies: Partial<Record<RowKind, typeof jsonOf>> = { 'photo.put': bytesOf };

/** What goes out for a row: its JSON, unless its kind sends something else. */
export const sendableOf = (row: OutboxRow): Promise<Sendable> => (bodies[row.kind] ?? jsonOf)(row);

type Mend = (row: OutboxRow, refusal: Refusal, now: number) => Promise<boolean>;
const mends: Partial<Record<RowKind, Mend>> = { 'bike.put': mendBike, 'bike.edit': mendBike };

/** Repairs what was refused, where its kind knows how; whether it goes out again. */
export const mend: Mend = async (row, refusal, now) => (await mends[row.kind]?.(row, refusal, now)) ?? false;
