import { type Endpoint, type Params, pathOf } from '#contract/endpoint.ts';
import { type Id, newId } from '#contract/ids.ts';
import { isUntried, type OutboxRow, type RowKind, type RowShown } from './rows.ts';
import { inVault, nextSeq, vault } from './vault.ts';

/** A write as a feature describes it. */
export type NewRow = {
  userId: Id;
  lane: string;
  kind: RowKind;
  targetId: Id;
  title: string;
  shown: RowShown;
  body?: unknown;
  /** Writes with the same key replace each other while nobody has tried to send them. */
  coalesceKey?: string;
  /** The bikes and comments that must exist first; rows that create them are waited for. */
  about?: readonly Id[];
  dependsOn?: readonly Id[];
  draftId?: Id;
};

type Write = Endpoint<'POST' | 'PUT' | 'DELETE'>;

const creating: ReadonlySet<RowKind> = new Set(['bike.put', 'comment.add']);

/** Builds the row of a write, without keeping it. */
export function rowOf<E extends Write>(
  endpoint: E,
  params: Params<E['path']>,
  row: NewRow,
  now: number,
  seq = 0,
): OutboxRow {
  return {
    id: newId(now),
    version: 1,
    userId: row.userId,
    seq,
    lane: row.lane,
    kind: row.kind,
    targetId: row.targetId,
    method: endpoint.method,
    path: pathOf(endpoint, params),
    body: row.body ?? null,
    dependsOn: [...(row.dependsOn ?? [])],
    coalesceKey: row.coalesceKey ?? null,
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    createdAt: now,
    wantedAt: now,
    lastError: null,
    draftId: row.draftId ?? null,
    title: row.title,
    shown: row.shown,
  };
}

/**
 * Keeps a write. Call it inside `inVault`, so that it stands or falls with what belongs to it.
 * An untried row with the same `coalesceKey` is replaced.
 */
export async function enqueue<E extends Write>(
  endpoint: E,
  params: Params<E['path']>,
  row: NewRow,
  now = Date.now(),
): Promise<OutboxRow> {
  if (row.coalesceKey) {
    const same = (await vault.outbox.where('coalesceKey', row.coalesceKey)).filter(isUntried);
    await vault.outbox.remove(...same.map((one) => one.id));
  }
  const kept = rowOf(endpoint, params, row, now, await nextSeq());
  for (const id of row.about ?? []) {
    for (const parent of await vault.outbox.where('targetId', id)) {
      if (creating.has(parent.kind)) kept.dependsOn.push(parent.id);
    }
  }
  await vault.outbox.put(kept);
  return kept;
}

/** A member's rows in the order in which they were written. */
export const rowsOf = async (userId: Id): Promise<OutboxRow[]> =>
  (await vault.outbox.where('userId', userId)).sort((a, b) => a.seq - b.seq);

/** Every row on this device, of any account. */
export const allRows = async (): Promise<OutboxRow[]> => (await vault.outbox.all()).sort((a, b) => a.seq - b.seq);

/** Takes the sent lines of the last day, the newest first. */
export async function sentOf(userId: Id, now = Date.now()) {
  const lines = await vault.sent.where('userId', userId);
  return lines.filter((line) => line.sentAt > now - 86_400_000).sort((a, b) => b.sentAt - a.sentAt);
}

/** Makes a row due at once, with its own key: `Try now`, `Retry`, and `Send` after 14 days. */
export const retry = (id: Id, now = Date.now()): Promise<void> =>
  inVault(async () => {
    const row = await vault.outbox.get(id);
    if (!row || row.state === 'sending') return;
    await vault.outbox.put({ ...row, state: 'queued', nextAt: 0, lastError: null, wantedAt: now });
  });

/** Makes every row of a member due that only waits for the network. */
export const wake = (userId: Id): Promise<void> =>
  inVault(async () => {
    const waiting = (await rowsOf(userId)).filter((row) => row.nextAt > 0 && row.lastError?.status === 0);
    await vault.outbox.putAll(waiting.map((row) => ({ ...row, nextAt: 0 })));
  });

/** Writes a row anew under a new key, because what it sends has changed; rows that wait for it wait for the new one. */
export async function replaceRow(row: OutboxRow, change: Partial<OutboxRow>, now = Date.now()): Promise<OutboxRow> {
  const fresh: OutboxRow = {
    ...row,
    ...change,
    id: isUntried(row) && row.state !== 'failed' ? row.id : newId(now),
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    lastError: null,
  };
  await vault.outbox.remove(row.id);
  await vault.outbox.put(fresh);
  for (const other of await vault.outbox.where('userId', row.userId)) {
    if (!other.dependsOn.includes(row.id)) continue;
    await vault.outbox.put({ ...other, dependsOn: other.dependsOn.map((id) => (id === row.id ? fresh.id : id)) });
  }
  return fresh;
}
