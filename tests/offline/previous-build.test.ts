import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiBase } from '#contract/endpoint.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { definitionOf, isKnown } from '#src/outbox/registry.ts';
import { ana, Harness } from '#tests/kit/harness/harness.ts';
import '#src/registry.mutations.ts';
import '#src/registry.ts';

let h: Harness;
/** One stored mutation of each kind, as written by builds from before `defineMutation`. */
let old: QueuedMutation[];
beforeAll(async () => {
  const now = Date.now();
  const text = await readFile(join(import.meta.dirname, 'mutations-2.json'), 'utf8');
  old = (JSON.parse(text) as QueuedMutation[]).map((row) => ({
    ...row,
    userId: ana.id,
    createdAt: now,
    wantedAt: now,
  }));
  h = await Harness.start();
  await h.fresh();
});
afterAll(() => h?.close());

test('this build knows every kind that an older one queued', () => {
  expect(new Set(old.map(({ kind }) => kind)).size).toBeGreaterThan(30);
  for (const row of old) {
    expect([row.kind, isKnown(row)]).toEqual([row.kind, true]);
    expect(definitionOf(row).titleOf(row)).not.toBe('');
  }
});

test('mutations that an older build queued are sent unchanged, each once, and nothing is left', async () => {
  await h.page.evaluate(async (rows) => {
    const { userDb } = window.headbadge;
    for (const row of rows) {
      if (row.kind === 'photo.put') await userDb.photoBlobs.put({ id: row.targetId, blob: new Blob(['photo']) });
    }
    await userDb.outbox.putAll(rows);
  }, old);
  await h.flush();
  expect(await h.rows()).toEqual([]);
  const sent = new Map(h.server.applied.map((hit) => [hit.key, hit]));
  expect(h.server.applied).toHaveLength(old.length);
  for (const { id, kind, method, path, body } of old) {
    expect([kind, sent.get(id)?.method, apiBase + sent.get(id)?.path]).toEqual([kind, method, path.split('?')[0]]);
    if (kind !== 'photo.put') expect(String(sent.get(id)?.body)).toBe(body === null ? '' : JSON.stringify(body));
  }
});
