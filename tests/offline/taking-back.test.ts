import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { cardOfDraft, makeDraft, publishDraft } from '#tests/kit/harness/drafts.ts';
import { ana, Harness } from '#tests/kit/harness/harness.ts';
import type { Scripted } from '#tests/kit/harness/server.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

/** A refusal after which a retry is due within a minute of test time, and not sooner. */
const busy: Scripted = { code: 'unavailable', status: 503, retryAfter: 50 };
const comment = (bikeId: string, text: string) =>
  h.page.evaluate(([card, user, words]) => window.headbadge.addComment(card, user, words), [
    cardOfDraft(bikeId),
    ana.id,
    text,
  ] as const);
/** The id of the queued mutation of a kind. */
const rowId = (kind: string) =>
  h.page.evaluate(
    async ([user, name]) =>
      (await window.headbadge.outbox.mutationsOf(user)).find((row) => row.kind === name)?.id ?? '',
    [ana.id, kind] as const,
  );
const reopen = async (kind: string) => h.page.evaluate((id) => window.headbadge.reopenRow(id), await rowId(kind));
/** Undoes a mutation and keeps the function that reverts that. */
const takeBack = async (kind: string) =>
  h.page.evaluate(
    async (id) => {
      Object.assign(window, { undo: await window.headbadge.takeBack(id) });
    },
    await rowId(kind),
  );
/** Reverts the undo. Returns the message of a refusal, else null. */
const undo = () =>
  h.page.evaluate(() =>
    (window as unknown as { undo(): Promise<void> }).undo().then(
      () => null,
      (error: Error) => error.message,
    ),
  );
const change = (id: string, fields: Record<string, string>) =>
  h.page.evaluate(([draft, typed]) => window.headbadge.drafts.updateDraft(draft, typed), [id, fields] as const);
/** The contents of the member's drafts. */
const drafts = () =>
  h.page.evaluate(async (user) => {
    const all = await window.headbadge.drafts.draftsOf(user);
    const blobs = await window.headbadge.vault.photoBlobs.all();
    return all.map(({ id, fields, photos }) => ({
      id,
      model: fields.model,
      files: photos.map((photo) => photo.file),
      bytes: photos.every((photo) => blobs.some((blob) => blob.id === photo.id && blob.blob.size > 0)),
    }));
  }, ana.id);
const forward = (ms: number) => h.page.evaluate((by) => window.headbadge.setClock(Date.now() + by), ms);
/** The requests that were sent, without those of the draft sync. */
const sent = () => h.server.applied.filter(({ path }) => !path.startsWith('/user/drafts/'));
const sentPaths = () => sent().map((hit) => `${hit.method} ${hit.path.split('/')[1]}`);
/** Publishes while the server is down. */
async function publishOffline(id: string): Promise<void> {
  h.server.down = true;
  await publishDraft(h, id);
  await h.page.evaluate(() => window.headbadge.kickAndWait());
}

describe('a waiting bike is edited', () => {
  test('what was said on it waits and follows the bike', async () => {
    const id = await makeDraft(h, 1);
    await publishOffline(id);
    await comment(id, 'My own.');
    expect(await reopen('bike.put')).toBe(true);
    // The probe for a connection would sync the draft.
    await h.page.evaluate(() => window.headbadge.kickAndWait());
    h.server.down = false;
    await h.drain();
    expect(h.server.hits).toEqual([]);
    await change(id, { model: 'Kepler' });
    await publishDraft(h, id);
    await expect.poll(() => h.rows()).toEqual([]);
    expect(sentPaths()).toEqual(['PUT photos', 'PUT bikes', 'POST bikes']);
    expect(sent()[2]?.path).toBe(`/bikes/${id}/comments`);
    expect(JSON.parse(sent()[1]?.body.toString() ?? '')).toMatchObject({ model: 'Kepler' });
  });

  test('after a refusal it goes out under another key, and what was said on it still follows', async () => {
    const id = await makeDraft(h, 1);
    h.server.answer = (hit) =>
      hit.path.startsWith('/bikes/') ? { validation: { model: ['Enter the model.'] } } : { data: null };
    await publishDraft(h, id);
    await expect.poll(() => h.rows()).toEqual(['bike.put failed 1']);
    await comment(id, 'My own.');
    await reopen('bike.put');
    h.server.answer = () => ({ data: null });
    await publishDraft(h, id);
    await expect.poll(() => h.rows()).toEqual([]);
    const keys = h.server.hits.filter((hit) => hit.path === `/bikes/${id}`).map((hit) => hit.key);
    expect(new Set(keys).size).toBe(2);
    expect(h.server.applied.at(-1)?.path).toBe(`/bikes/${id}/comments`);
  });

  test('a draft that is deleted takes along what was said on it, and Undo brings all of it back', async () => {
    const id = await makeDraft(h, 2);
    await publishOffline(id);
    await comment(id, 'First.');
    await comment(id, 'Second.');
    await reopen('bike.put');
    const before = await h.rows();
    await h.page.evaluate(async (draft) => {
      Object.assign(window, { undo: await window.headbadge.discarding.discardDraft(draft) });
    }, id);
    expect([await h.rows(), await drafts()]).toEqual([[], []]);
    expect(await undo()).toBeNull();
    expect(await h.rows()).toEqual(before);
    expect(await drafts()).toEqual([{ id, model: 'Mehteh', files: ['photo-0.jpg', 'photo-1.jpg'], bytes: true }]);
  });

  test('on its way, it is left as it is', async () => {
    h.server.answer = (hit) => (hit.path.startsWith('/bikes/') ? busy : { data: null });
    await publishDraft(h, await makeDraft(h, 1));
    await expect.poll(() => h.rows()).toEqual(['bike.put queued 1']);
    expect(await reopen('bike.put')).toBe(false);
    expect(await drafts()).toEqual([]);
  });
});

describe('a bike is taken back', () => {
  const publishTried = async (photos: number) => {
    const id = await makeDraft(h, photos);
    h.server.answer = (hit) => (hit.path.startsWith('/bikes/') ? busy : { data: null });
    await publishDraft(h, id);
    await expect.poll(() => h.rows()).toEqual(['bike.put queued 1']);
    h.server.answer = () => ({ data: null });
    return id;
  };

  test('one that may have arrived is a draft again with its photos, is deleted there, and can be published anew', async () => {
    const id = await publishTried(2);
    await takeBack('bike.put');
    const [draft] = await drafts();
    expect(draft).toMatchObject({ model: 'Mehteh', files: ['photo-0.jpg', 'photo-1.jpg'], bytes: true });
    expect(draft?.id).not.toBe(id);
    await forward(60_000);
    await h.drain();
    expect(await h.rows()).toEqual([]);
    expect(
      sent()
        .slice(2)
        .map((hit) => `${hit.method} ${hit.path}`),
    ).toEqual([`PUT /bikes/${id}`, `DELETE /bikes/${id}`]);
    expect(await drafts()).toEqual([draft]);
    await publishDraft(h, draft?.id ?? '');
    await h.drain();
    expect(h.server.applied.at(-1)?.path).toBe(`/bikes/${draft?.id}`);
    expect(await drafts()).toEqual([]);
  });

  test('Undo leaves it on its way as it was', async () => {
    const id = await publishTried(2);
    await comment(id, 'My own.');
    const before = await h.rows();
    await takeBack('bike.put');
    expect(await undo()).toBeNull();
    expect(await h.rows()).toEqual(before);
    expect(await drafts()).toEqual([]);
    await forward(60_000);
    await h.drain();
    expect(sentPaths().slice(2)).toEqual(['PUT bikes', 'POST bikes']);
  });

  test('one that is refused afterwards needs no deletion', async () => {
    await publishTried(1);
    await takeBack('bike.put');
    h.server.answer = () => ({ code: 'bike.exists', status: 409 });
    await forward(3_600_000);
    await h.drain();
    expect(await h.rows()).toEqual([]);
    expect(await drafts()).toHaveLength(1);
  });

  test('Undo while one of its photos was on its way leaves nothing stuck', async () => {
    let goOn = false;
    h.server.answer = (hit) => (hit.path.startsWith('/photos/') && !goOn ? 'hang' : { data: null });
    const id = await makeDraft(h, 1);
    await publishDraft(h, id);
    await expect.poll(() => h.rows()).toEqual(['photo.put sending 1', 'bike.put queued 0']);
    await takeBack('bike.put');
    expect(await undo()).toBeNull();
    expect(await h.rows()).toEqual(['photo.put queued 1', 'bike.put queued 0']);
    goOn = true;
    await h.page.reload();
    await h.page.waitForFunction(() => 'headbadge' in window);
    await h.drain();
    expect(await h.rows()).toEqual([]);
    expect(sentPaths()).toEqual(['PUT photos', 'PUT bikes']);
  });

  test('Undo after the draft was changed overwrites nothing, and says so', async () => {
    const id = await makeDraft(h, 1);
    await publishOffline(id);
    await takeBack('bike.put');
    await change(id, { model: 'Changed since' });
    expect(await undo()).toBe('It is too late to undo this.');
    expect(await h.rows()).toEqual([]);
    expect((await drafts())[0]?.model).toBe('Changed since');
  });

  test('Undo of what was never tried brings back the comments on it, in their order', async () => {
    const id = await makeDraft(h, 2);
    await publishOffline(id);
    for (const text of ['One.', 'Two.']) await comment(id, text);
    const before = await h.rows();
    await takeBack('bike.put');
    expect(await h.rows()).toEqual([]);
    await undo();
    expect(await h.rows()).toEqual(before);
    h.server.down = false;
    await h.drain();
    const said = h.server.applied.slice(3).map((hit) => JSON.parse(hit.body.toString()).text);
    expect(said).toEqual(['One.', 'Two.']);
  });
});

describe('photos', () => {
  const missing = (hit: { path: string; body: Buffer }): Scripted => {
    if (!hit.path.startsWith('/bikes/')) return { data: null };
    const { photos } = JSON.parse(hit.body.toString()) as { photos: { id: string }[] };
    return { code: 'bike.photos_missing', status: 422, details: { photoIds: [photos[0]?.id] } };
  };

  test('what the site asks for again goes out however often the way there was bad before', async () => {
    h.server.answer = (hit) => (hit.path.startsWith('/bikes/') ? busy : { data: null });
    await publishDraft(h, await makeDraft(h, 2));
    for (let hour = 1; hour <= 8; hour += 1) {
      await forward(hour * 3_600_000);
      await h.drain();
    }
    expect((await h.rows())[0]).toMatch(/^bike.put queued \d$/);
    let asked = false;
    h.server.answer = (hit) => {
      if (asked || !hit.path.startsWith('/bikes/')) return { data: null };
      asked = true;
      return missing(hit);
    };
    await forward(20 * 3_600_000);
    await h.drain();
    expect(await h.rows()).toEqual([]);
    expect(sentPaths()).toEqual(['PUT photos', 'PUT photos', 'PUT photos', 'PUT bikes']);
  });

  test('a bike whose photos are asked for again has not been tried: it can be edited and taken back whole', async () => {
    h.server.answer = (hit) => {
      if (h.server.hits.some((one) => one.path.startsWith('/bikes/')) && hit.path.startsWith('/photos/')) return busy;
      return missing(hit);
    };
    const id = await makeDraft(h, 2);
    await publishDraft(h, id);
    await expect.poll(() => h.rows()).toEqual(['photo.put queued 1', 'bike.put queued 0']);
    await takeBack('bike.put');
    expect(await h.rows()).toEqual([]);
    expect(await drafts()).toEqual([{ id, model: 'Mehteh', files: ['photo-0.jpg', 'photo-1.jpg'], bytes: true }]);
  });

  test('one that is neither there nor here is named', async () => {
    const id = await makeDraft(h, 2);
    await publishOffline(id);
    h.server.answer = missing;
    h.server.down = false;
    await h.page.evaluate(async () => {
      const { vault } = window.headbadge;
      const [first] = (await vault.photos.all()).toSorted((a, b) => a.order - b.order);
      await vault.photos.put({ ...(first as NonNullable<typeof first>), uploaded: true });
      await vault.photoBlobs.remove(first?.id ?? '');
      const row = (await vault.outbox.all()).find((one) => one.targetId === first?.id);
      await vault.outbox.remove(row?.id ?? '');
    });
    await h.drain();
    expect(await h.rows()).toEqual(['bike.put failed 1']);
    const [row] = await h.page.evaluate((user) => window.headbadge.outbox.mutationsOf(user), ana.id);
    expect(row?.lastError?.message).toContain('Photo 1:');
  });

  test('one that was left out comes back with Undo, in its place', async () => {
    h.server.answer = (hit) =>
      hit.path.startsWith('/photos/') && h.server.hits.length === 2
        ? { code: 'photo.unreadable', status: 422 }
        : { data: null };
    const id = await makeDraft(h, 3);
    await publishDraft(h, id);
    const rows = ['photo.put failed 1', 'bike.put blocked 0'];
    await expect.poll(() => h.rows()).toEqual(rows);
    await takeBack('photo.put');
    await h.drain();
    expect(await h.rows()).toEqual(['bike.put queued 0']);
    expect(await undo()).toBeNull();
    expect(await h.rows()).toEqual(rows);
    await takeBack('bike.put');
    expect((await drafts())[0]).toMatchObject({ files: ['photo-0.jpg', 'photo-1.jpg', 'photo-2.jpg'], bytes: true });
  });
});

describe('comments', () => {
  const card = cardNumber(1);
  const lasting = async () => {
    await h.page.evaluate(async ([bike, user]) => void (await window.headbadge.addComment(bike, user, 'Said.')), [
      card,
      ana.id,
    ] as const);
    await expect.poll(() => h.rows()).toEqual([]);
    return JSON.parse(h.server.applied[0]?.body.toString() ?? '').id as string;
  };
  const hour = 3_600_000;
  /** Deletes it at a time an hour ahead, so that the delay for Undo does not end before the test moves on by two. */
  const remove = (id: string) =>
    h.page.evaluate(
      async ([bike, user, one, at]) => {
        Object.assign(window, { undo: await window.headbadge.deleteComment(bike, user, one, at) });
      },
      [card, ana.id, id, Date.now() + hour] as const,
    );

  test('one that has arrived is deleted there only after Undo was offered', async () => {
    const id = await lasting();
    await remove(id);
    await h.drain();
    expect(h.server.applied).toHaveLength(1);
    await h.page.evaluate(() => window.headbadge.sendAll());
    await h.drain();
    expect(h.server.applied).toHaveLength(1);
    await undo();
    await forward(2 * hour);
    await h.drain();
    expect([await h.rows(), h.server.applied.length]).toEqual([[], 1]);
    await h.page.evaluate(() => window.headbadge.setClock(null));
    await remove(id);
    await forward(2 * hour);
    await h.drain();
    expect(h.server.applied.at(-1)).toMatchObject({ method: 'DELETE', path: `/comments/${id}` });
    expect(await undo()).toBe('It is too late to undo this.');
  });

  test('one that may have arrived, and was changed since, comes back as it was changed', async () => {
    h.server.answer = () => busy;
    const id = await h.page.evaluate(([bike, user]) => window.headbadge.addComment(bike, user, 'Said.'), [
      card,
      ana.id,
    ] as const);
    await expect.poll(() => h.rows()).toEqual(['comment.add queued 1']);
    await h.page.evaluate(([bike, user, one]) => window.headbadge.editComment(bike, user, one, 'Better said.'), [
      card,
      ana.id,
      id,
    ] as const);
    const before = await h.rows();
    await takeBack('comment.add');
    expect(await h.rows()).toEqual(['comment.add queued 1', 'comment.delete queued 0']);
    await undo();
    expect(await h.rows()).toEqual(before);
  });

  test('one that something between here and the site refused may have arrived: it is deleted there', async () => {
    await h.page.evaluate(async ([bike, user]) => void (await window.headbadge.addComment(bike, user, 'Said.')), [
      card,
      ana.id,
    ] as const);
    await expect.poll(() => h.rows()).toEqual([]);
    h.server.answer = () => ({ proxy: 504 });
    await h.page.evaluate(async ([bike, user]) => void (await window.headbadge.addComment(bike, user, 'Again.')), [
      card,
      ana.id,
    ] as const);
    for (let hour = 1; hour <= 12; hour += 1) {
      await forward(hour * 3_600_000);
      await h.drain();
    }
    expect(await h.rows()).toEqual(['comment.add failed 10']);
    await takeBack('comment.add');
    h.server.answer = () => ({ data: null });
    await forward(20 * 3_600_000);
    await h.drain();
    expect(h.server.applied.slice(-2).map((hit) => hit.method)).toEqual(['POST', 'DELETE']);
  });
});

describe('a photo of a draft', () => {
  test('that was removed comes back where it was, and not once the bike has gone', async () => {
    const id = await makeDraft(h, 3);
    const remove = () =>
      h.page.evaluate(async (draft) => {
        const { drafts, discarding } = window.headbadge;
        const second = (await drafts.draftOf(draft))?.photos[1];
        Object.assign(window, { undo: await discarding.discardPhoto(second?.id ?? '') });
      }, id);
    await remove();
    expect((await drafts())[0]?.files).toEqual(['photo-0.jpg', 'photo-2.jpg']);
    await undo();
    expect((await drafts())[0]).toMatchObject({ files: ['photo-0.jpg', 'photo-1.jpg', 'photo-2.jpg'], bytes: true });
    await remove();
    await publishOffline(id);
    expect(await undo()).toBe('It is too late to undo this.');
  });
});
