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
  h.page.evaluate(([card, user, comment]) => window.headbadge.writeComment(card, user, comment), [
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
const undoMutation = async (kind: string) =>
  h.page.evaluate(
    async (id) => {
      Object.assign(window, { undo: await window.headbadge.undoQueued(id) });
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
    const blobs = await window.headbadge.userDb.photoBlobs.all();
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
  await h.page.evaluate(() => window.headbadge.flushAndWait());
}

describe('editing a queued bike', () => {
  test('keeps its queued comments waiting, and they follow the bike', async () => {
    const id = await makeDraft(h, 1);
    await publishOffline(id);
    await comment(id, 'My own.');
    expect(await reopen('bike.put')).toBe(true);
    // The probe for a connection would sync the draft.
    await h.page.evaluate(() => window.headbadge.flushAndWait());
    h.server.down = false;
    await h.flush();
    expect(h.server.hits).toEqual([]);
    await change(id, { model: 'Kepler' });
    await publishDraft(h, id);
    await expect.poll(() => h.rows()).toEqual([]);
    expect(sentPaths()).toEqual(['PUT photos', 'PUT bikes', 'POST bikes']);
    expect(sent()[2]?.path).toBe(`/bikes/${id}/comments`);
    expect(JSON.parse(sent()[1]?.body.toString() ?? '')).toMatchObject({ model: 'Kepler' });
  });

  test('after a refusal sends it under another key, and its comments still follow', async () => {
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

  test('deleting the draft deletes its comments, and Undo restores all of it', async () => {
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

  test('is not possible while it is being sent', async () => {
    h.server.answer = (hit) => (hit.path.startsWith('/bikes/') ? busy : { data: null });
    await publishDraft(h, await makeDraft(h, 1));
    await expect.poll(() => h.rows()).toEqual(['bike.put queued 1']);
    expect(await reopen('bike.put')).toBe(false);
    expect(await drafts()).toEqual([]);
  });
});

describe('undoing a bike', () => {
  const publishTried = async (photos: number) => {
    const id = await makeDraft(h, photos);
    h.server.answer = (hit) => (hit.path.startsWith('/bikes/') ? busy : { data: null });
    await publishDraft(h, id);
    await expect.poll(() => h.rows()).toEqual(['bike.put queued 1']);
    h.server.answer = () => ({ data: null });
    return id;
  };

  test('possibly sent makes it a draft with its photos, deletes it on the site, and it can be published again', async () => {
    const id = await publishTried(2);
    await undoMutation('bike.put');
    const [draft] = await drafts();
    expect(draft).toMatchObject({ model: 'Mehteh', files: ['photo-0.jpg', 'photo-1.jpg'], bytes: true });
    expect(draft?.id).not.toBe(id);
    await forward(60_000);
    await h.flush();
    expect(await h.rows()).toEqual([]);
    expect(
      sent()
        .slice(2)
        .map((hit) => `${hit.method} ${hit.path}`),
    ).toEqual([`PUT /bikes/${id}`, `DELETE /bikes/${id}`]);
    expect(await drafts()).toEqual([draft]);
    await publishDraft(h, draft?.id ?? '');
    await h.flush();
    expect(h.server.applied.at(-1)?.path).toBe(`/bikes/${draft?.id}`);
    expect(await drafts()).toEqual([]);
  });

  test('is itself undone by Undo, which leaves it on its way', async () => {
    const id = await publishTried(2);
    await comment(id, 'My own.');
    const before = await h.rows();
    await undoMutation('bike.put');
    expect(await undo()).toBeNull();
    expect(await h.rows()).toEqual(before);
    expect(await drafts()).toEqual([]);
    await forward(60_000);
    await h.flush();
    expect(sentPaths().slice(2)).toEqual(['PUT bikes', 'POST bikes']);
  });

  test('refused afterwards needs no deletion', async () => {
    await publishTried(1);
    await undoMutation('bike.put');
    h.server.answer = () => ({ code: 'bike.exists', status: 409 });
    await forward(3_600_000);
    await h.flush();
    expect(await h.rows()).toEqual([]);
    expect(await drafts()).toHaveLength(1);
  });

  test('Undo while one of its photos was being sent leaves nothing stuck', async () => {
    let goOn = false;
    h.server.answer = (hit) => (hit.path.startsWith('/photos/') && !goOn ? 'hang' : { data: null });
    const id = await makeDraft(h, 1);
    await publishDraft(h, id);
    await expect.poll(() => h.rows()).toEqual(['photo.put sending 1', 'bike.put queued 0']);
    await undoMutation('bike.put');
    expect(await undo()).toBeNull();
    expect(await h.rows()).toEqual(['photo.put queued 1', 'bike.put queued 0']);
    goOn = true;
    await h.page.reload();
    await h.page.waitForFunction(() => 'headbadge' in window);
    await h.flush();
    expect(await h.rows()).toEqual([]);
    expect(sentPaths()).toEqual(['PUT photos', 'PUT bikes']);
  });

  test('Undo after the draft was edited overwrites nothing, and says so', async () => {
    const id = await makeDraft(h, 1);
    await publishOffline(id);
    await undoMutation('bike.put');
    await change(id, { model: 'Changed since' });
    expect(await undo()).toBe('It is too late to undo this.');
    expect(await h.rows()).toEqual([]);
    expect((await drafts())[0]?.model).toBe('Changed since');
  });

  test('Undo of an unattempted one restores the comments on it, in their order', async () => {
    const id = await makeDraft(h, 2);
    await publishOffline(id);
    for (const text of ['One.', 'Two.']) await comment(id, text);
    const before = await h.rows();
    await undoMutation('bike.put');
    expect(await h.rows()).toEqual([]);
    await undo();
    expect(await h.rows()).toEqual(before);
    h.server.down = false;
    await h.flush();
    const said = h.server.applied.slice(3).map((hit) => JSON.parse(hit.body.toString()).text);
    expect(said).toEqual(['One.', 'Two.']);
  });
});

describe('photos', () => {
  const missing = (hit: { path: string; body: Buffer }): Scripted => {
    if (!hit.path.startsWith('/bikes/')) return { data: null };
    const { photos } = JSON.parse(hit.body.toString()) as { photos: { id: string }[] };
    return { code: 'bike.photos_missing', status: 422, remedy: 'change', details: { photoIds: [photos[0]?.id] } };
  };

  test('requested again are sent regardless of earlier failed attempts', async () => {
    h.server.answer = (hit) => (hit.path.startsWith('/bikes/') ? busy : { data: null });
    await publishDraft(h, await makeDraft(h, 2));
    for (let hour = 1; hour <= 8; hour += 1) {
      await forward(hour * 3_600_000);
      await h.flush();
    }
    expect((await h.rows())[0]).toMatch(/^bike.put queued \d$/);
    let asked = false;
    h.server.answer = (hit) => {
      if (asked || !hit.path.startsWith('/bikes/')) return { data: null };
      asked = true;
      return missing(hit);
    };
    await forward(20 * 3_600_000);
    await h.flush();
    expect(await h.rows()).toEqual([]);
    expect(sentPaths()).toEqual(['PUT photos', 'PUT photos', 'PUT photos', 'PUT bikes']);
  });

  test('requested again make the bike unattempted: it can be edited and undone as a whole', async () => {
    h.server.answer = (hit) => {
      if (h.server.hits.some((one) => one.path.startsWith('/bikes/')) && hit.path.startsWith('/photos/')) return busy;
      return missing(hit);
    };
    const id = await makeDraft(h, 2);
    await publishDraft(h, id);
    await expect.poll(() => h.rows()).toEqual(['photo.put queued 1', 'bike.put queued 0']);
    await undoMutation('bike.put');
    expect(await h.rows()).toEqual([]);
    expect(await drafts()).toEqual([{ id, model: 'Mehteh', files: ['photo-0.jpg', 'photo-1.jpg'], bytes: true }]);
  });

  test('neither on the site nor on the device are named', async () => {
    const id = await makeDraft(h, 2);
    await publishOffline(id);
    h.server.answer = missing;
    h.server.down = false;
    await h.page.evaluate(async () => {
      const { userDb } = window.headbadge;
      const [first] = (await userDb.photos.all()).toSorted((a, b) => a.order - b.order);
      await userDb.photos.put({ ...(first as NonNullable<typeof first>), uploaded: true });
      await userDb.photoBlobs.remove(first?.id ?? '');
      const row = (await userDb.outbox.all()).find((one) => one.targetId === first?.id);
      await userDb.outbox.remove(row?.id ?? '');
    });
    await h.flush();
    expect(await h.rows()).toEqual(['bike.put failed 1']);
    const [row] = await h.page.evaluate((user) => window.headbadge.outbox.mutationsOf(user), ana.id);
    expect(row?.lastError).toMatchObject({ code: 'photo_lost', places: [1] });
  });

  test('left out return to their place with Undo', async () => {
    h.server.answer = (hit) =>
      hit.path.startsWith('/photos/') && h.server.hits.length === 2
        ? { code: 'photo.unreadable', status: 422 }
        : { data: null };
    const id = await makeDraft(h, 3);
    await publishDraft(h, id);
    const rows = ['photo.put failed 1', 'bike.put blocked 0'];
    await expect.poll(() => h.rows()).toEqual(rows);
    await undoMutation('photo.put');
    await h.flush();
    expect(await h.rows()).toEqual(['bike.put queued 0']);
    expect(await undo()).toBeNull();
    expect(await h.rows()).toEqual(rows);
    await undoMutation('bike.put');
    expect((await drafts())[0]).toMatchObject({ files: ['photo-0.jpg', 'photo-1.jpg', 'photo-2.jpg'], bytes: true });
  });
});

describe('comments', () => {
  const card = cardNumber(1);
  const lasting = async () => {
    await h.page.evaluate(async ([bike, user]) => void (await window.headbadge.writeComment(bike, user, 'Said.')), [
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
        Object.assign(window, { undo: await window.headbadge.removeComment(bike, user, one, at) });
      },
      [card, ana.id, id, Date.now() + hour] as const,
    );

  test('an arrived one is deleted on the site only after Undo was offered', async () => {
    const id = await lasting();
    await remove(id);
    await h.flush();
    expect(h.server.applied).toHaveLength(1);
    await h.page.evaluate(() => window.headbadge.sendAll());
    await h.flush();
    expect(h.server.applied).toHaveLength(1);
    await undo();
    await forward(2 * hour);
    await h.flush();
    expect([await h.rows(), h.server.applied.length]).toEqual([[], 1]);
    await h.page.evaluate(() => window.headbadge.setClock(null));
    await remove(id);
    await forward(2 * hour);
    await h.flush();
    expect(h.server.applied.at(-1)).toMatchObject({ method: 'DELETE', path: `/comments/${id}` });
    expect(await undo()).toBe('It is too late to undo this.');
  });

  test('a possibly sent one, edited since, is restored with the edit', async () => {
    h.server.answer = () => busy;
    const id = await h.page.evaluate(([bike, user]) => window.headbadge.writeComment(bike, user, 'Said.'), [
      card,
      ana.id,
    ] as const);
    await expect.poll(() => h.rows()).toEqual(['comment.add queued 1']);
    await h.page.evaluate(([bike, user, one]) => window.headbadge.changeComment(bike, user, one, 'Better said.'), [
      card,
      ana.id,
      id,
    ] as const);
    const before = await h.rows();
    await undoMutation('comment.add');
    expect(await h.rows()).toEqual(['comment.add queued 1', 'comment.delete queued 0']);
    await undo();
    expect(await h.rows()).toEqual(before);
  });

  test('one refused by a proxy may have arrived: it is deleted on the site', async () => {
    await h.page.evaluate(async ([bike, user]) => void (await window.headbadge.writeComment(bike, user, 'Said.')), [
      card,
      ana.id,
    ] as const);
    await expect.poll(() => h.rows()).toEqual([]);
    h.server.answer = () => ({ proxy: 504 });
    await h.page.evaluate(async ([bike, user]) => void (await window.headbadge.writeComment(bike, user, 'Again.')), [
      card,
      ana.id,
    ] as const);
    for (let hour = 1; hour <= 12; hour += 1) {
      await forward(hour * 3_600_000);
      await h.flush();
    }
    expect(await h.rows()).toEqual(['comment.add failed 10']);
    await undoMutation('comment.add');
    h.server.answer = () => ({ data: null });
    await forward(20 * 3_600_000);
    await h.flush();
    expect(h.server.applied.slice(-2).map((hit) => hit.method)).toEqual(['POST', 'DELETE']);
  });
});

describe('a removed photo of a draft', () => {
  test('is restored to its place, but not once the bike has been sent', async () => {
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
