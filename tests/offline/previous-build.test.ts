import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiBase } from '#contract/endpoint.ts';
import { titleOfRow } from '#src/features/outbox/outbox-text.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { isKnown } from '#src/outbox/registry.ts';
import { ana, Harness } from '#tests/kit/harness/harness.ts';
import type { Hit } from '#tests/kit/harness/server.ts';
import { storeUserDb } from '#tests/kit/harness/stored-user-db.ts';
import '#src/registry.mutations.ts';
import '#src/registry.ts';

type StoredDraft = { id: string; fields: { model: string } };
/** The tables of a device with a draft in each state, as written by the build before `defineMutation`. */
type OldDrafts = {
  drafts: StoredDraft[];
  draftPhotoInfo: { id: string; draftId: string }[];
  outbox: QueuedMutation[];
  meta: { key: string; value: unknown }[];
};

let h: Harness;
/** One stored mutation of each kind, as written by builds from before `defineMutation`. */
let old: QueuedMutation[];
let oldDrafts: OldDrafts;

const now = Date.now();
/** Queued now, because mutations that have waited for 14 days are not sent. */
const queuedNow = (rows: QueuedMutation[]) =>
  rows.map((row) => ({ ...row, userId: ana.id, createdAt: now, wantedAt: now }));
const readJson = async (name: string) => JSON.parse(await readFile(join(import.meta.dirname, name), 'utf8'));

beforeAll(async () => {
  old = queuedNow(await readJson('mutations-2.json'));
  const stored: OldDrafts = await readJson('drafts-2.json');
  oldDrafts = { ...stored, outbox: queuedNow(stored.outbox) };
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

/** Flushes the outbox and syncs the drafts, as page and worker do. */
const send = () => h.page.evaluate(() => window.headbadge.runFlush({ wait: true, eager: false }));

test('this build knows every kind that an older one queued', () => {
  expect(new Set(old.map(({ kind }) => kind)).size).toBeGreaterThan(30);
  for (const row of old) {
    expect([row.kind, isKnown(row)]).toEqual([row.kind, true]);
    expect(titleOfRow(row)).not.toBe('');
  }
});

test('mutations that an older build queued are sent unchanged, each once, and nothing is left', async () => {
  const photos = old.filter(({ kind }) => kind === 'photo.put').map(({ targetId }) => ({ id: targetId }));
  await storeUserDb(h, 2, { draftPhotoInfo: photos, outbox: old });
  await send();
  expect(await h.rows()).toEqual([]);
  await send();
  const sent = new Map(h.server.applied.map((hit) => [hit.key, hit]));
  expect(h.server.applied).toHaveLength(old.length);
  for (const { id, kind, method, path, body } of old) {
    expect([kind, sent.get(id)?.method, apiBase + sent.get(id)?.path]).toEqual([kind, method, path.split('?')[0]]);
    if (kind !== 'photo.put') expect(String(sent.get(id)?.body)).toBe(body === null ? '' : JSON.stringify(body));
  }
});

describe('drafts that an older build stored', () => {
  const draft = (model: string) => oldDrafts.drafts.find(({ fields }) => fields.model === model)?.id ?? '';
  const photosOf = (model: string) => oldDrafts.draftPhotoInfo.filter(({ draftId }) => draftId === draft(model));
  const modelOf = (id: string | undefined) => oldDrafts.drafts.find((one) => one.id === id)?.fields.model;
  const device = () => oldDrafts.meta.find(({ key }) => key === 'device')?.value;

  /** A write as text: what was sent of which draft, and on which version it is based. */
  function textOf({ path, body }: Hit): string {
    const [, room, ...rest] = path.split('/');
    const id = rest.at(-1);
    if (room === 'photos') return `photo of ${modelOf(oldDrafts.draftPhotoInfo.find((one) => one.id === id)?.draftId)}`;
    const { seen, version, photos } = JSON.parse(String(body));
    if (seen) expect(seen.device).toBe(device());
    const base = seen ? `seen ${seen.version}` : `version ${version}`;
    return `${room === 'user' ? 'draft' : 'bike'} ${modelOf(id)}, ${base}, photos ${photos.length}`;
  }
  const sent = () => h.server.applied.splice(0).map(textOf);
  const stored = () =>
    h.page.evaluate(async () => {
      const { drafts, photos, photoBlobs } = window.headbadge.userDb;
      const models = (await drafts.all()).map(({ fields }) => String(fields.model));
      return { models: models.sort(), photos: (await photos.all()).length, blobs: (await photoBlobs.all()).length };
    });

  beforeEach(async () => {
    await storeUserDb(h, 2, oldDrafts);
    // The answer to the first photo of the bike on its way was lost.
    const arrived = `/photos/${photosOf('Sending')[0]?.id}/arrival`;
    h.server.answer = ({ method, path, body }) => {
      if (path === arrived) return { data: { photo: {} } };
      if (method !== 'PUT' || !path.startsWith('/user/drafts/')) return { data: null };
      return { data: { version: JSON.parse(String(body)).seen.version + 1 } };
    };
  });

  test('are all listed', async () => {
    const listed = await h.page.evaluate(async (user) => {
      const all = await window.headbadge.drafts.draftsOf(user);
      return all.map(({ fields, photos }) => `${fields.model} ${photos.length}`);
    }, ana.id);
    expect(listed.toSorted()).toEqual([
      'Changed again 1',
      'Conflict 0',
      'Edited 1',
      'Elsewhere 1',
      'Fresh 1',
      'Refused 1',
      'Synced 1',
      'Unanswered 0',
    ]);
  });

  test('are synced once, in the version that was seen, and the published one arrives once', async () => {
    await send();
    expect(sent()).toEqual([
      'photo of Sending',
      'bike Sending, seen 1, photos 2',
      'draft Changed again, seen 2, photos 1',
      'draft Unanswered, seen 0, photos 0',
      'draft Fresh, seen 0, photos 0',
      'photo of Fresh',
      'draft Fresh, seen 1, photos 1',
    ]);
    expect(await h.rows()).toEqual([]);
    await send();
    expect(sent()).toEqual([]);
    expect((await stored()).models).not.toContain('Sending');
  });

  test('are published once, whatever their state on the server', async () => {
    await send();
    sent();
    for (const model of ['Synced', 'Changed again', 'Fresh', 'Edited', 'Refused'])
      expect(await h.page.evaluate((id) => window.headbadge.publishDraft(id), draft(model))).toBeNull();
    await send();
    expect(await h.rows()).toEqual([]);
    await send();
    expect(sent().toSorted()).toEqual([
      'bike Changed again, seen 3, photos 1',
      'bike Edited, version 3, photos 1',
      'bike Fresh, seen 2, photos 1',
      'bike Refused, seen 1, photos 1',
      'bike Synced, seen 2, photos 1',
      'photo of Refused',
    ]);
    expect(await stored()).toEqual({ models: ['Conflict', 'Elsewhere', 'Unanswered'], photos: 1, blobs: 1 });
  });
});
