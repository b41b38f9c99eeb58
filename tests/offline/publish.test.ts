import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { draftFields, makeDraft, publishDraft } from '#tests/kit/harness/drafts.ts';
import { ana, bert, Harness } from '#tests/kit/harness/harness.ts';
import type { Hit, Scripted } from '#tests/kit/harness/server.ts';
import { heicSample } from '#tests/kit/photos.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

const draft = (count: number) => makeDraft(h, count);
const publish = (id: string, page = h.page) => publishDraft(h, id, page);
const storedCounts = () =>
  h.page.evaluate(async (user) => {
    const { userDb, drafts } = window.headbadge;
    const [photos, blobs, all] = await Promise.all([userDb.photos.all(), userDb.photoBlobs.all(), userDb.drafts.all()]);
    const open = (await drafts.draftsOf(user)).length;
    return { photos: photos.length, blobs: blobs.length, drafts: all.length, open };
  }, ana.id);
const away = (hit: Hit): Scripted =>
  hit.path.startsWith('/photos/') ? { code: 'unavailable', status: 503, retryAfter: 600 } : { data: null };

test('a draft with five photos arrives once, the bike last, and nothing is left', async () => {
  expect(await publish(await draft(5))).toBeNull();
  await expect.poll(() => h.rows()).toEqual([]);
  expect(h.server.applied.map((hit) => hit.path.split('/')[1])).toEqual([
    'photos',
    'photos',
    'photos',
    'photos',
    'photos',
    'bikes',
  ]);
  expect(h.server.applied[0]?.digest).toMatch(/^sha-256=:[A-Za-z0-9+/]{43}=:$/);
  expect(JSON.parse(h.server.applied[5]?.body.toString() ?? '')).toMatchObject({
    model: 'Mehteh',
    year: 2021,
    status: 'Active',
  });
  expect(await storedCounts()).toEqual({ photos: 0, blobs: 0, drafts: 0, open: 0 });
});

test("a HEIC that this browser cannot decode is sent as it is, and the server's copy replaces it in the draft", async () => {
  const heic = await heicSample('turned');
  const id = await draft(0);
  const kept = await h.page.evaluate(
    async ([draftId, bytes]) => {
      const { drafts, userDb } = window.headbadge;
      const photo = await drafts.addPhoto(draftId, new File([new Uint8Array(bytes)], 'IMG_1.HEIC'));
      const look = async () => {
        await drafts.downloadDraftPhotos(draftId);
        const { type, size } = (await userDb.photoBlobs.get(photo.id))?.blob ?? {};
        return { type, size, undecoded: (await userDb.photos.get(photo.id))?.undecoded };
      };
      const before = await look();
      await userDb.photos.put({ ...photo, uploaded: true });
      const after = await look();
      await userDb.photoBlobs.put({ id: photo.id, blob: new Blob([new Uint8Array(bytes)], { type: 'image/heic' }) });
      await userDb.photos.put(photo);
      return { before, after };
    },
    [id, [...heic]] as const,
  );
  expect(kept.before).toEqual({ type: 'image/heic', size: heic.length, undecoded: true });
  expect(kept.after).toEqual({ type: 'image/webp', size: 1280, undecoded: undefined });
  await publish(id);
  await expect.poll(() => h.rows()).toEqual([]);
  const [sent] = h.server.applied;
  expect([sent?.type, sent?.body.equals(heic)]).toEqual(['image/heic', true]);
});

test('a comment does not wait for the photos of a bike', async () => {
  const id = await draft(3);
  h.server.down = true;
  await publish(id);
  await h.page.evaluate(([card, user]) => window.headbadge.writeComment(card, user, 'Small.'), [
    cardNumber(1),
    ana.id,
  ] as const);
  h.server.down = false;
  await h.page.evaluate(() => window.headbadge.flushAndWait());
  await expect.poll(() => h.rows()).toEqual([]);
  const kinds = h.server.applied.map((hit) => hit.path.split('/').at(hit.path.endsWith('comments') ? -1 : 1));
  expect(kinds).toEqual(['comments', 'photos', 'photos', 'photos', 'bikes']);
});

test('a draft with errors names them, and stays a draft', async () => {
  const id = await draft(0);
  await h.page.evaluate((one) => window.headbadge.drafts.updateDraft(one, { model: '' }), id);
  const validation = await publish(id);
  expect(validation).toMatchObject({ model: ['Enter the model.'], photos: ['Add at least one photo.'] });
  expect(await storedCounts()).toMatchObject({ drafts: 1, open: 1 });
});

test('a second tab that publishes the same draft says so, and nothing is duplicated', async () => {
  const id = await draft(1);
  const other = await h.open();
  const results = await Promise.allSettled([publish(id), publish(id, other)]);
  expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  const refusal = results.find((one) => one.status === 'rejected');
  expect(String(refusal?.reason)).toMatch(/published already|on its way/);
  await expect.poll(() => h.rows()).toEqual([]);
  expect(h.server.applied).toHaveLength(2);
});

test('photos that the site lacks are sent again, then the bike', async () => {
  let complained = false;
  h.server.answer = (hit) => {
    if (!hit.path.startsWith('/bikes/') || complained) return { data: null };
    complained = true;
    const body = JSON.parse(hit.body.toString());
    return { code: 'bike.photos_missing', status: 422, remedy: 'change', details: { photoIds: [body.photos[1].id] } };
  };
  await publish(await draft(3));
  await expect.poll(() => h.rows()).toEqual([]);
  const photos = h.server.applied.filter((hit) => hit.path.startsWith('/photos/'));
  expect(photos).toHaveLength(4);
  expect(h.server.applied.filter((hit) => hit.path.startsWith('/bikes/'))).toHaveLength(1);
  expect(h.server.applied.at(-1)?.path).toMatch(/^\/bikes\//);
});

test('a failed photo blocks its bike until it is removed', async () => {
  let refusedPath = '';
  h.server.answer = (hit) => {
    if (!hit.path.startsWith('/photos/')) return { data: null };
    refusedPath ||= hit.path;
    return hit.path === refusedPath ? { code: 'photo.unreadable', status: 422 } : { data: null };
  };
  await publish(await draft(2));
  await expect.poll(() => h.rows()).toEqual(['photo.put failed 1', 'bike.put blocked 0']);
  await h.page.evaluate(async (user) => {
    const rows = await window.headbadge.outbox.mutationsOf(user);
    await window.headbadge.undoQueued(rows[0]?.id ?? '');
    window.headbadge.setClock(Date.now() + 60_000);
  }, ana.id);
  await h.flush();
  expect(await h.rows()).toEqual([]);
  const bike = JSON.parse(h.server.applied.at(-1)?.body.toString() ?? '');
  expect(bike.photos).toHaveLength(1);
  expect(refusedPath).not.toContain(bike.photos[0].id);
});

test('undoing an unsent bike makes it the complete draft again; Undo sends it', async () => {
  h.server.answer = away;
  const id = await draft(2);
  await publish(id);
  await expect.poll(async () => (await h.rows())[0]).toBe('photo.put queued 1');
  const whole = await h.page.evaluate(async (user) => {
    const rows = await window.headbadge.outbox.mutationsOf(user);
    const undo = await window.headbadge.undoQueued(rows.find((row) => row.kind === 'bike.put')?.id ?? '');
    Object.assign(window, { undo });
    const [one] = await window.headbadge.drafts.draftsOf(user);
    return { id: one?.id, photos: one?.photos.length, rows: (await window.headbadge.outbox.mutationsOf(user)).length };
  }, ana.id);
  expect(whole).toEqual({ id, photos: 2, rows: 0 });
  await h.page.evaluate(() => (window as unknown as { undo(): Promise<void> }).undo());
  expect((await h.rows()).length).toBe(3);
});

test('a bike published again while it is queued is one mutation, with the new content', async () => {
  h.server.answer = away;
  const id = await draft(2);
  await publish(id);
  await expect.poll(async () => (await h.rows())[0]).toBe('photo.put queued 1');
  await h.page.evaluate(async (one) => {
    const { drafts, userDb } = window.headbadge;
    const draft = await userDb.drafts.get(one);
    if (draft) await userDb.drafts.put({ ...draft, state: 'editing' });
    await drafts.updateDraft(one, { model: 'Kepler' });
  }, id);
  await publish(id);
  expect(await h.rows()).toEqual(['photo.put queued 1', 'photo.put queued 0', 'bike.put queued 0']);
  h.server.answer = () => ({ data: null });
  await h.page.evaluate(() => window.headbadge.setClock(Date.now() + 3_600_000));
  await h.flush();
  expect(await h.rows()).toEqual([]);
  // The typed fields were synced as a draft too.
  const sent = h.server.applied.filter(({ path }) => !path.startsWith('/user/drafts/'));
  expect(sent.map((hit) => hit.path.split('/')[1])).toEqual(['photos', 'photos', 'bikes']);
  expect(JSON.parse(sent.at(-1)?.body.toString() ?? '')).toMatchObject({ model: 'Kepler' });
});

test('the draft survives the tab, photo by photo', async () => {
  const id = await draft(2);
  await h.page.close();
  h.page = await h.open();
  const found = await h.page.evaluate((one) => window.headbadge.drafts.draftOf(one), id);
  expect(found?.photos.map((photo) => photo.file)).toEqual(['photo-0.jpg', 'photo-1.jpg']);
  expect(found?.fields.model).toBe('Mehteh');
});

test('an emptied draft is not offered, and is deleted when the next one is begun', async () => {
  const result = await h.page.evaluate(async (user) => {
    const { drafts, userDb } = window.headbadge;
    const hours = 3_600_000;
    const begun = Date.now() - 2 * hours;
    const emptied = await drafts.createDraft(user, begun);
    await drafts.updateDraft(emptied, { model: 'Mehteh' }, begun);
    const before = (await drafts.draftsOf(user)).length;
    await drafts.updateDraft(emptied, { model: ' ', year: null, colors: [] }, begun);
    const after = (await drafts.draftsOf(user)).length;
    await drafts.createDraft(user, begun + 1);
    const stored = (await userDb.drafts.all()).length;
    await drafts.createDraft(user);
    return { before, after, stored, left: (await userDb.drafts.all()).length };
  }, ana.id);
  expect(result).toEqual({ before: 1, after: 0, stored: 2, left: 1 });
});

test('another member on the same device cannot read, change, delete or publish a draft', async () => {
  const id = await draft(1);
  const touched = await h.page.evaluate(
    async ([draftId, other]) => {
      const { drafts, userDb, setMeta, publishDraft } = window.headbadge;
      await setMeta('authUser', other);
      await setMeta('lastUser', other);
      const [photo] = await userDb.photos.where('draftId', draftId);
      await drafts.notePhoto(photo?.id ?? '', { caption: 'Mine now.' });
      await drafts.removeDraftOf(other.id, draftId);
      const refusalOf = (work: Promise<unknown>) =>
        work.then(
          () => 'done',
          (error: Error) => error.message,
        );
      return {
        read: (await drafts.draftOf(draftId)) ?? null,
        blob: await drafts.photoBlob(photo?.id ?? ''),
        changed: await drafts.updateDraft(draftId, { model: 'Mine now.' }),
        added: await refusalOf(
          drafts.addPhoto(
            draftId,
            new File([(await (await userDb.photoBlobs.all())[0]?.blob.arrayBuffer()) ?? ''], 'x.jpg'),
          ),
        ),
        published: await refusalOf(publishDraft(draftId)),
      };
    },
    [id, bert] as const,
  );
  expect(touched).toMatchObject({ read: null, blob: null, changed: null });
  expect([touched.added, touched.published]).toEqual([
    'This draft is not yours, or not on this device any more.',
    'This draft is not on this device any more. If you published it, it is on its way.',
  ]);
  expect(h.server.hits).toEqual([]);
  const whole = await h.page.evaluate(
    async ([draftId, owner]) => {
      const { drafts, setMeta } = window.headbadge;
      await setMeta('authUser', owner);
      return drafts.draftOf(draftId);
    },
    [id, ana] as const,
  );
  expect(whole).toMatchObject({ userId: ana.id, fields: draftFields, photos: [{ caption: '' }] });
});
