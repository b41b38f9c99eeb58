import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import '#src/registry.mutations.ts';
import type { Move } from '#contract/bike-notice.ts';
import { newId } from '#contract/ids.ts';
import { bikeSubject } from '#src/actions/subjects.ts';
import { changeBikeStatusMutation } from '#src/features/bikes/bikes.mutations.ts';
import { blockMemberMutation, unblockMemberMutation } from '#src/features/blocks/blocks.mutations.ts';
import { closeCommentsMutation, editCommentMutation } from '#src/features/comments/comments.mutations.ts';
import { hideMessageMutation } from '#src/features/conversations/conversations.mutations.ts';
import * as favorites from '#src/features/favorites/favorites.mutations.ts';
import { flagBikeMutation } from '#src/features/flags/flags.mutations.ts';
import { likeBikeMutation, unlikeBikeMutation } from '#src/features/likes/likes.mutations.ts';
import { titleOfRow } from '#src/features/outbox/outbox-text.ts';
import { putPreferenceMutation } from '#src/features/preferences/preferences.mutations.ts';
import { deleteAvatarMutation, updateTextMutation } from '#src/features/profile/profile.mutations.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, bert, Harness } from '#tests/kit/harness/harness.ts';
import type { Scripted } from '#tests/kit/harness/server.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

const me = ana.id;
const card = cardNumber(1);
const bike = bikeSubject(card);
const steel = { id: '01890000-0000-7000-8000-000000000301', name: 'Steel' };
const comment = newId();
const seen = { version: 0, device: newId() };
const no: Scripted = { code: 'forbidden', status: 403 };
const yes: Scripted = { data: null };
/** A refusal after which a retry is due within a minute of test time. */
const busy: Scripted = { code: 'unavailable', status: 503, retryAfter: 50 };
const keep = (row: QueuedMutation) => h.page.evaluate((one) => window.headbadge.queueMutation(one), row);
const forward = (ms: number) => h.page.evaluate((by) => window.headbadge.setClock(Date.now() + by), ms);
const favorite = (on: boolean, folder = steel, of = card) =>
  (on ? favorites.addFavoriteMutation : favorites.removeFavoriteMutation).create(
    { bike: bikeSubject(of), card: of, folder },
    me,
  );
const rename = (name: string, folder = steel) => favorites.renameFolderMutation.create({ folder, name }, me);
const move = (step: Move) => changeBikeStatusMutation.create({ bike, move: step }, me);
const flag = (reason: 'Spam' | 'Violence') =>
  flagBikeMutation.create({ thing: { type: 'Post', id: card.id, subject: bike }, said: { reason, note: '' } }, me);
const theme = (value: 'Dark' | 'Light') => putPreferenceMutation.create({ name: 'theme', value, seen }, me);

/** A refused choice and the later one of the member; each mutation has its own key. */
const choices: [string, () => QueuedMutation, () => QueuedMutation][] = [
  ['like', () => likeBikeMutation.create(bike, me), () => unlikeBikeMutation.create(bike, me)],
  ['favorite', () => favorite(true), () => favorite(false)],
  ['flag', () => flag('Spam'), () => flag('Violence')],
  ['block', () => blockMemberMutation.create(bert, me), () => unblockMemberMutation.create(bert, me)],
  ['preference', () => theme('Dark'), () => theme('Light')],
  [
    'closing of comments',
    () => closeCommentsMutation.create({ bike, closed: true }, me),
    () => closeCommentsMutation.create({ bike, closed: false }, me),
  ],
  ['name of a folder', () => rename('Iron'), () => rename('Chrome')],
  [
    'order of a folder',
    () => favorites.orderBikesMutation.create({ folder: steel, order: [card.id] }, me),
    () => favorites.orderBikesMutation.create({ folder: steel, order: [] }, me),
  ],
  [
    'order of the folders',
    () => favorites.orderFoldersMutation.create([steel.id, me], me),
    () => favorites.orderFoldersMutation.create([me, steel.id], me),
  ],
  [
    'deletion of a folder',
    () => favorites.deleteFolderMutation.create({ folder: steel, keepBikes: true }, me),
    () => favorites.deleteFolderMutation.create({ folder: steel, keepBikes: false }, me),
  ],
  [
    'part of the profile',
    () => updateTextMutation.create({ value: 'One.', seen }, me),
    () => updateTextMutation.create({ value: 'Two.', seen }, me),
  ],
  ['picture of the profile', () => deleteAvatarMutation.create(null, me), () => deleteAvatarMutation.create(null, me)],
  [
    'edit of a comment',
    () => editCommentMutation.create({ bike, commentId: comment, text: 'One.' }, me),
    () => editCommentMutation.create({ bike, commentId: comment, text: 'Two.' }, me),
  ],
  ['status of a bike', () => move({ from: 'Active', to: 'Draft' }), () => move({ from: 'Active', to: 'Deleted' })],
];

describe('a later mutation', () => {
  test.each(choices)('replaces a failed one: %s', async (_, first, later) => {
    h.server.answer = () => no;
    await keep(first());
    await expect.poll(() => h.rows()).toEqual([expect.stringMatching(/ failed 1$/)]);
    h.server.answer = () => yes;
    await keep(later());
    await expect.poll(() => h.rows()).toEqual([]);
    expect(h.server.applied).toHaveLength(1);
  });

  test('replaces one that fails only after the later was queued', async () => {
    h.server.answer = () => busy;
    await keep(favorite(true));
    await expect.poll(() => h.rows()).toEqual(['favorite.put queued 1']);
    await keep(favorite(false));
    h.server.answer = ({ method }) => (method === 'PUT' ? no : yes);
    await forward(60_000);
    await h.flush();
    expect(await h.rows()).toEqual([]);
  });

  test('leaves a failed one until it can no longer be undone', async () => {
    h.server.answer = () => no;
    await keep(flag('Spam'));
    await expect.poll(() => h.rows()).toEqual(['flag.bike failed 1']);
    h.server.answer = () => yes;
    await keep({ ...flag('Violence'), nextAt: Date.now() + 3_600_000 });
    expect(await h.rows()).toEqual(['flag.bike failed 1', 'flag.bike queued 0']);
    await forward(2 * 3_600_000);
    await h.flush();
    expect(await h.rows()).toEqual([]);
  });

  test('of one item leaves failed ones of another', async () => {
    h.server.answer = () => no;
    await keep(favorite(true));
    await expect.poll(() => h.rows()).toEqual(['favorite.put failed 1']);
    h.server.answer = () => yes;
    await keep(favorite(true, { id: newId(), name: 'Wood' }));
    await keep(likeBikeMutation.create(bike, me));
    await keep(favorite(true, steel, cardNumber(2)));
    await expect.poll(() => h.rows()).toEqual(['favorite.put failed 1']);
  });

  test('of one member leaves those of another on the same device', async () => {
    const message = newId();
    h.server.down = true;
    await keep(hideMessageMutation.create({ person: bert, messageId: message }, me));
    await keep(hideMessageMutation.create({ person: ana, messageId: message }, bert.id));
    expect(await h.rows()).toEqual(['message.hide queued 0']);
  });
});

describe('undoing a possibly sent deletion', () => {
  const steps = () =>
    h.server.applied.map(({ method, body }) =>
      `${method} ${body
        .toString()
        .replace(/[^\w,]/g, ' ')
        .trim()}`.trim(),
    );
  const deleteTried = async (from: 'Active' | 'Draft') => {
    h.server.answer = () => busy;
    await keep(move({ from, to: 'Deleted' }));
    await expect.poll(() => h.rows()).toEqual(['bike.status queued 1']);
    await h.page.evaluate(async (user) => {
      const { outbox, undoQueued } = window.headbadge;
      const [row] = await outbox.mutationsOf(user);
      Object.assign(window, { undo: await undoQueued(row?.id ?? '') });
    }, me);
  };
  const owned = {
    bike: { ...card, photos: [] },
    standing: { reason: '', fixable: false, restorableUntil: null },
  };
  const sendAll = async () => {
    h.server.answer = ({ method }) => ({ data: method === 'PUT' ? owned : null });
    await forward(60_000);
    await h.flush();
  };

  test('publishes the bike again', async () => {
    await deleteTried('Active');
    expect(await h.rows()).toEqual(['bike.status queued 1', 'bike.status queued 0', 'bike.status queued 0']);
    await sendAll();
    expect(await h.rows()).toEqual([]);
    expect(h.server.applied.map(({ method }) => method)).toEqual(['DELETE', 'PUT', 'PUT']);
    expect(h.server.applied.slice(1).map(({ body }) => JSON.parse(body.toString()))).toEqual([
      { from: 'Deleted', to: 'Draft' },
      { from: 'Draft', to: 'Active' },
    ]);
  });

  test('leaves a bike that nobody else saw a draft', async () => {
    await deleteTried('Draft');
    await sendAll();
    expect(steps()).toEqual(['DELETE', expect.stringContaining('Draft')]);
  });

  test('continues with Undo', async () => {
    await deleteTried('Active');
    await h.page.evaluate(() => (window as unknown as { undo(): Promise<void> }).undo());
    expect(await h.rows()).toEqual(['bike.status queued 1']);
    await sendAll();
    expect(steps()).toEqual(['DELETE']);
  });

  test('needs nothing else once the deletion is refused', async () => {
    await deleteTried('Active');
    h.server.answer = () => no;
    await forward(60_000);
    await h.flush();
    expect(await h.rows()).toEqual([]);
  });

  test('publishes nothing where the bike could not be restored', async () => {
    await deleteTried('Active');
    h.server.answer = ({ method }) => (method === 'PUT' ? no : yes);
    await forward(60_000);
    await h.flush();
    expect(await h.rows()).toEqual(['bike.status failed 1', 'bike.status blocked 0']);
  });
});

describe('a new folder whose name was taken meanwhile', () => {
  const nameTaken: Scripted = { validation: { name: ['You have a folder with this name.'] } };
  const titles = async () =>
    (await h.page.evaluate((user) => window.headbadge.outbox.mutationsOf(user), me)).map(titleOfRow);
  /** Creates a folder with two bikes offline; it is refused. Returns its id. */
  const refusedFolder = async (): Promise<string> => {
    h.server.down = true;
    const id = await h.page.evaluate(
      async ([one, two, user]) => {
        const { addFolder, setFavorite, sortFolder } = window.headbadge;
        const folder = { id: await addFolder(user, 'Steel'), name: 'Steel' };
        await setFavorite(one, user, folder, true);
        await setFavorite(two, user, folder, true);
        await sortFolder(folder, user, [two.id, one.id]);
        return folder.id;
      },
      [cardNumber(1), cardNumber(2), me] as const,
    );
    h.server.down = false;
    h.server.answer = () => nameTaken;
    await h.flush();
    expect((await h.rows())[0]).toBe('folder.add failed 1');
    h.server.answer = () => yes;
    return id;
  };
  const paths = () => h.server.applied.map(({ method, path }) => `${method} ${path}`);

  test('is renamed, and its queued bikes go with it', async () => {
    const id = await refusedFolder();
    h.server.down = true;
    await h.page.evaluate(
      ([folder, user]) => window.headbadge.renameFolder({ id: folder, name: 'Steel' }, user, 'Iron'),
      [id, me] as const,
    );
    expect(await titles()).toEqual([
      'New folder: Iron',
      'Surly Bridge Club saved to Iron',
      'Surly Bridge Club saved to Iron',
      'Sort Iron',
    ]);
    h.server.down = false;
    await h.flush();
    expect(await h.rows()).toEqual([]);
    const [one, two] = [cardNumber(1).id, cardNumber(2).id];
    const folder = `PUT /user/favorites/${id}`;
    expect(paths()).toEqual([folder, `${folder}/bikes/${one}`, `${folder}/bikes/${two}`, `${folder}/bikes`]);
    expect(JSON.parse(h.server.applied[0]?.body.toString() ?? '')).toEqual({ name: 'Iron' });
  });

  test('is merged into the folder with the name, and no favorite is lost', async () => {
    const id = await refusedFolder();
    await h.page.evaluate(([folder, user, into]) => window.headbadge.mergeFolder(folder, user, into), [
      id,
      me,
      { ...steel, count: 0, covers: [] as never[], shareId: null, listed: false, text: '', notes: 0 },
    ] as const);
    await expect.poll(() => h.rows()).toEqual([]);
    const folder = `PUT /user/favorites/${steel.id}`;
    expect(paths()).toEqual([`${folder}/bikes/${cardNumber(1).id}`, `${folder}/bikes/${cardNumber(2).id}`]);
  });

  test('has its last name when it was renamed before it was refused', async () => {
    const id = await refusedFolder();
    h.server.down = true;
    await keep({ ...rename('Wood', { id, name: 'Steel' }), dependsOn: [] });
    await h.page.evaluate(
      ([folder, user]) => window.headbadge.renameFolder({ id: folder, name: 'Steel' }, user, 'Iron'),
      [id, me] as const,
    );
    expect((await titles()).filter((title) => title.startsWith('Rename'))).toEqual([]);
  });
});

test('renaming requires an existing folder, so that one deleted elsewhere stays deleted', () => {
  expect(rename('Iron').body).toEqual({ name: 'Iron', isRename: true });
});
