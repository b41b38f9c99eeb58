import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Dexie from 'dexie';
import { beforeAll, describe, expect, test } from 'vitest';
import { noNotice, withEveryField } from '#contract/bike-defaults.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Comment } from '#contract/comments.ts';
import type { Conversation, Message } from '#contract/conversations.ts';
import type { Profile, ProfileLink } from '#contract/profile.ts';
import { cacheWriter } from '#src/cache/cached.ts';
import { applyServerChange } from '#src/cache/generation.ts';
import { saveAlerts } from '#src/cache/values/alerts.ts';
import { saveBike } from '#src/cache/values/bikes.ts';
import { saveConversations, saveMessages } from '#src/cache/values/conversations.ts';
import { saveFeed } from '#src/cache/values/feeds.ts';
import { saveFollowing } from '#src/cache/values/following.ts';
import { blockedMembers } from '#src/cache/values/member-lists.ts';
import { saveThread, saveWindow } from '#src/cache/values/threads.ts';
import { saveUpdateCounts } from '#src/cache/values/update-counts.ts';
import { saveViewerState } from '#src/cache/values/viewer-state.ts';
import { saveOwnBike } from '#src/features/bikes/bikes.cache.ts';
import { mutations as bikes } from '#src/features/bikes/bikes.mutations.ts';
import { mutations as blocks } from '#src/features/blocks/blocks.mutations.ts';
import { mutations as comments } from '#src/features/comments/comments.mutations.ts';
import { mutations as conversations } from '#src/features/conversations/conversations.mutations.ts';
import { saveFolderBikes, saveFolders } from '#src/features/favorites/favorites.cache.ts';
import { mutations as favorites } from '#src/features/favorites/favorites.mutations.ts';
import { saveKeeping, saveKeptLists } from '#src/features/favorites/keepers.cache.ts';
import { mutations as keepers } from '#src/features/favorites/keepers.mutations.ts';
import { mutations as listLikes } from '#src/features/favorites/list-likes.mutations.ts';
import { saveShared } from '#src/features/favorites/shared-folder.cache.ts';
import { mutations as flags } from '#src/features/flags/flags.mutations.ts';
import { mutations as follows } from '#src/features/follows/follows.mutations.ts';
import { mutations as likes } from '#src/features/likes/likes.mutations.ts';
import { titleOfRow } from '#src/features/outbox/outbox-text.ts';
import { mutations as preferences } from '#src/features/preferences/preferences.mutations.ts';
import { saveProfile } from '#src/features/profile/profile.cache.ts';
import { mutations as profiles } from '#src/features/profile/profile.mutations.ts';
import { mutations as updateLikes } from '#src/features/updates/update-likes.mutations.ts';
import { mutations as updates } from '#src/features/updates/updates.mutations.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { photoOf, mutations as photos } from '#src/photos/photos.mutations.ts';
import { defined as registered } from '#src/registry.mutations.ts';
import { kinds } from '#src/registry.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana } from '#tests/kit/harness/people.ts';

const idOf = (n: number): string => `01890000-0000-7000-8000-000000000${n}`;
const defined = {
  ...bikes,
  ...comments,
  ...blocks,
  ...conversations,
  ...favorites,
  ...flags,
  ...follows,
  ...keepers,
  ...likes,
  ...listLikes,
  ...photos,
  ...preferences,
  ...profiles,
  ...updates,
  ...updateLikes,
};
type Kind = keyof typeof kinds;
const allKinds = Object.keys(registered) as Kind[];
/** One stored mutation of each kind that the previous build knew, as written by builds from before `defineMutation`. */
const old: QueuedMutation[] = JSON.parse(readFileSync(join(import.meta.dirname, 'mutations-2.json'), 'utf8'));
const oldKinds = [...new Set(old.map(({ kind }) => kind))];
/** One mutation of each newer kind, as its definition makes it. */
const tagNamed = (key: string) => ({ kind: 'tag' as const, key, name: '' });
const ofBike = { kind: 'bike', id: idOf(107), title: 'Surly Ogre', picture: null };
const updateOf = (id: string) => ({
  bikeId: idOf(107),
  subject: { ...ofBike, kind: 'update', id },
  update: { date: '2026-05-01', title: 'New wheels', text: '', photoIds: [], componentChanges: [], photos: [] },
  photos: [],
});
const steel = { id: idOf(301), name: 'Steel' };
const oldies = { shareId: 'x'.repeat(22), name: 'Oldies' };
const kept = { shareId: 'k'.repeat(22), name: 'Kept' };
const invited = { shareId: 'i'.repeat(22), name: 'Invited' };
const inKept = { kind: 'bike', id: idOf(104), title: 'A bike', picture: null };
const keptPlacing = (n: number) => ({
  bike: { ...inKept, id: idOf(n) },
  card: { ...cardNumber(1), id: idOf(n) },
  list: kept,
  by: { id: ana.id, username: 'ana', avatar: '' },
});
const newer: Partial<Record<Kind, QueuedMutation>> = {
  'folder.text': defined['folder.text'].create({ folder: steel, text: 'Steel that stays.' }, ana.id),
  'folder.note': defined['folder.note'].create(
    { bike: { kind: 'bike', id: idOf(102), title: 'A bike', picture: null }, folder: steel, note: 'Mine.' },
    ana.id,
  ),
  'list.like': defined['list.like'].create(oldies, ana.id),
  'list.unlike': defined['list.unlike'].create(oldies, ana.id),
  'flag.list': defined['flag.list'].create(
    {
      thing: {
        type: 'List',
        id: oldies.shareId,
        subject: { kind: 'folder', id: oldies.shareId, title: oldies.name, picture: null },
      },
      said: { reason: 'Spam', note: '' },
    },
    ana.id,
  ),
  'kept.add': defined['kept.add'].create(keptPlacing(103), ana.id),
  'kept.remove': defined['kept.remove'].create(keptPlacing(104), ana.id),
  'kept.note': defined['kept.note'].create({ bike: inKept, list: kept, note: 'A tank.' }, ana.id),
  'kept.sort': defined['kept.sort'].create({ list: kept, order: [idOf(105), idOf(104)] }, ana.id),
  'kept.text': defined['kept.text'].create({ list: kept, text: 'All steel.' }, ana.id),
  'keeping.accept': defined['keeping.accept'].create(invited, ana.id),
  'keeping.leave': defined['keeping.leave'].create(kept, ana.id),
  'follow.put': defined['follow.put'].create(tagNamed('lugged'), ana.id),
  'search.look': defined['search.look'].create({ key: 'keywords=rando', at: '2026-06-01T12:00:00.000Z' }, ana.id),
  'follow.delete': defined['follow.delete'].create(tagNamed('fixed'), ana.id),
  'comment.mark': defined['comment.mark'].create(
    {
      bike: { kind: 'bike', id: idOf(102), title: 'Surly Ogre', picture: null },
      commentId: idOf(404),
      mark: 'Pinned',
      on: true,
    },
    ana.id,
  ),
  'update.post': defined['update.post'].create(updateOf(idOf(601)), ana.id),
  'update.edit': defined['update.edit'].create(updateOf(idOf(602)), ana.id),
  'update.delete': defined['update.delete'].create({ ...updateOf(idOf(602)), takesBack: false }, ana.id),
  'update.like': defined['update.like'].create(updateOf(idOf(605)), ana.id),
  'update.unlike': defined['update.unlike'].create(updateOf(idOf(606)), ana.id),
  'bike.compare': defined['bike.compare'].create(
    { bike: ofBike, beforeAfter: { before: idOf(603), after: idOf(604) }, earlier: null },
    ana.id,
  ),
};
const samplesOf = (kind: Kind): QueuedMutation[] => [
  ...old.filter((row) => row.kind === kind),
  ...[newer[kind] ?? []].flat(),
];

test('each registered kind is defined, and each defined one is registered', () => {
  expect([...allKinds].sort()).toEqual(Object.keys(kinds).sort());
});

test('each kind of the previous build is still known', () => {
  expect(oldKinds.filter((kind) => !allKinds.includes(kind))).toEqual([]);
  expect(oldKinds.length).toBeGreaterThan(30);
});

describe('a queued mutation is stored as by the previous build', () => {
  type Making = (row: QueuedMutation) => QueuedMutation;
  type Body = { text: string; closed: boolean; name: string; order: string[]; reason: 'Spam'; note: string };
  const body = (row: QueuedMutation) => row.body as never as Body;
  const person = ({ subject: { id, title } }: QueuedMutation) => ({ id, username: title, avatar: '' });
  const commented = (row: QueuedMutation) => ({ bike: row.subject, commentId: row.targetId, text: body(row)?.text });
  const placed = ({ subject, part }: QueuedMutation) => ({
    bike: subject,
    ...(part as { folder: never; card: BikeCard }),
  });
  const folder = ({ subject: { id, title } }: QueuedMutation) => ({ id, name: title });
  const flagged =
    (
      type: 'Post' | 'Comment' | 'User' | 'Message',
      kind: `flag.${'bike' | 'comment' | 'member' | 'message'}`,
    ): Making =>
    ({ targetId: id, subject, ...row }) =>
      defined[kind].create(
        { thing: { type, id, subject }, said: { reason: 'Spam', note: (row.body as Body).note } },
        ana.id,
      );
  const change = (row: QueuedMutation) => ({ value: row.part as never, seen: (row.body as { seen: never }).seen });
  const picture = (row: QueuedMutation) => ({ body: row.body as never, preview: row.part as string });
  const bike = (row: QueuedMutation) => ({ subject: row.subject, bike: row.body as never, part: row.part as never });

  const making: Partial<Record<Kind, Making>> = {
    'bike.put': (row) => defined['bike.put'].create(bike(row), ana.id),
    'bike.edit': (row) => defined['bike.edit'].create(bike(row), ana.id),
    'bike.delete': ({ subject }) => defined['bike.delete'].create(subject, ana.id),
    'bike.status': ({ subject, part }) => defined['bike.status'].create({ bike: subject, move: part as never }, ana.id),
    'photo.put': (row) => photoOf(row, row.targetId, '1/1', 0, 0),
    'like.put': ({ subject }) => defined['like.put'].create(subject, ana.id),
    'like.delete': ({ subject }) => defined['like.delete'].create(subject, ana.id),
    'favorite.put': (row) => defined['favorite.put'].create(placed(row), ana.id),
    'favorite.delete': (row) => defined['favorite.delete'].create(placed(row), ana.id),
    'folder.add': (row) => defined['folder.add'].create(folder(row), ana.id),
    'folder.rename': (row) => defined['folder.rename'].create({ folder: folder(row), name: body(row).name }, ana.id),
    'folder.delete': (row) =>
      defined['folder.delete'].create({ folder: folder(row), keepBikes: row.part as boolean }, ana.id),
    'folder.sort': (row) => defined['folder.sort'].create({ folder: folder(row), order: body(row).order }, ana.id),
    'folder.order': (row) => defined['folder.order'].create(body(row).order, ana.id),
    'comment.add': (row) => defined['comment.add'].create(commented(row), ana.id),
    'comment.edit': (row) => defined['comment.edit'].create(commented(row), ana.id),
    'comment.delete': (row) => defined['comment.delete'].create(commented(row), ana.id),
    'comments.close': (row) =>
      defined['comments.close'].create({ bike: row.subject, closed: body(row).closed }, ana.id),
    'flag.bike': flagged('Post', 'flag.bike'),
    'flag.comment': flagged('Comment', 'flag.comment'),
    'flag.member': flagged('User', 'flag.member'),
    'flag.message': flagged('Message', 'flag.message'),
    'message.send': (row) =>
      defined['message.send'].create({ person: person(row), messageId: row.targetId, text: body(row).text }, ana.id),
    'message.unsend': (row) =>
      defined['message.unsend'].create({ subject: row.subject, messageId: row.targetId }, ana.id),
    'message.hide': (row) => defined['message.hide'].create({ person: person(row), messageId: row.targetId }, ana.id),
    'conversation.read': (row) =>
      defined['conversation.read'].create({ person: person(row), reading: row.part as never }, ana.id),
    'conversation.hide': (row) =>
      defined['conversation.hide'].create({ person: person(row), ...(row.body as { upTo: number }) }, ana.id),
    'member.block': (row) => defined['member.block'].create(person(row), ana.id),
    'member.unblock': (row) => defined['member.unblock'].create(person(row), ana.id),
    'preference.put': (row) => defined['preference.put'].create(row.body as never, ana.id),
    'profile.discipline': (row) => defined['profile.discipline'].create(change(row), ana.id),
    'profile.links': (row) => defined['profile.links'].create(change(row), ana.id),
    'profile.location': (row) => defined['profile.location'].create(change(row), ana.id),
    'profile.text': (row) => defined['profile.text'].create(change(row), ana.id),
    'profile.avatar.put': (row) => defined['profile.avatar.put'].create(picture(row), ana.id),
    'profile.avatar.delete': () => defined['profile.avatar.delete'].create(null, ana.id),
    'profile.banner.put': (row) => defined['profile.banner.put'].create(picture(row), ana.id),
    'profile.banner.delete': () => defined['profile.banner.delete'].create(null, ana.id),
  };
  /** Without times, keys and the title, whose words may change, and with the fields that older builds did not write. */
  const queuedAs = ({
    id,
    seq,
    createdAt,
    wantedAt,
    dependsOn,
    title,
    titleValue,
    subject,
    ...row
  }: QueuedMutation) => ({
    ...row,
    subject: {
      ...subject,
      title: /^(?:profile|preference)/.test(subject.kind) || row.kind === 'folder.order' ? 'its own' : subject.title,
    },
    body: row.body && {
      ...row.body,
      ...(row.kind.startsWith('flag.') && { id: 'its own' }),
      ...(row.kind === 'folder.rename' && { isRename: true }),
      ...(row.kind === 'profile.location' && { hidesBikes: false }),
    },
    coalesceKey: row.kind.startsWith('flag.') ? 'its own' : row.coalesceKey,
  });

  test.each(oldKinds)('%s', (kind) => {
    for (const row of old.filter((one) => one.kind === kind)) {
      const made = making[kind]?.(row);
      expect(made && queuedAs(made)).toEqual(queuedAs(row));
    }
  });

  test('titles are written when they are shown; one that an older build stored is shown as it is', () => {
    const saved = old.find(({ kind }) => kind === 'favorite.put') as QueuedMutation;
    const again = making['favorite.put']?.(saved) as QueuedMutation;
    expect([again.title, again.titleValue]).toEqual(['2021 Surly Bridge Club', 'Steel']);
    expect([again, saved].map(titleOfRow)).toEqual([
      '2021 Surly Bridge Club saved to Steel',
      '2021 Surly Bridge Club in Steel',
    ]);
    const made = old.flatMap((row) => making[row.kind]?.(row) ?? []).filter(({ kind }) => kind !== 'conversation.read');
    expect(made.map(titleOfRow).filter((title) => !title || title.includes('undefined'))).toEqual([]);
  });
});

describe('a completed mutation changes the cache, and nothing more when its reply is cached again', () => {
  const bert = { id: idOf('011' as never), username: 'bert', avatar: '' };
  const at = '2026-06-01T10:00:00.000Z';
  const card = (n: number): BikeCard => ({ ...cardNumber(1), id: idOf(n), owner: ana });
  const bike = (n: number): Bike =>
    ({
      ...withEveryField({ ...card(n), brandId: 'surly', drivetrain: '1x', rearGear: '11-Speed' }),
      photos: [],
      updatedAt: at,
      version: 1,
    }) as Bike;
  const comment = (n: number, status: Comment['status'] = 'Active'): Comment => ({
    id: idOf(n),
    bikeId: idOf(102),
    author: ana,
    text: 'Before',
    status,
    addedAt: at,
    editedAt: null,
  });
  const message = (n: number, number: number): Message => ({
    id: idOf(n),
    number,
    authorId: bert.id,
    text: 'Before',
    at,
    unsent: false,
    removed: false,
    flagged: false,
  });
  const conversation: Conversation = { id: 'x', with: bert, unreadCount: 2, answered: false, last: message(503, 3) };
  const link: ProfileLink = { name: 'Site', url: 'https://example.com' } as never;
  const profile = {
    discipline: 'Racing',
    links: [],
    location: { country: null, region: null },
    text: '',
    avatarImage: '/before.png',
    bannerImage: '/before.png',
    versions: { discipline: 1, links: 1, location: 1, text: 1 },
    linksFrom: null,
  } as never as Profile;
  const folder = (n: number | string, name: string) => ({
    id: idOf(n as never),
    name,
    count: 1,
    covers: [],
    shareId: null,
    listed: false,
    text: '',
    notes: 0,
  });
  const list = <T>(...items: T[]) => ({ items, next: null });

  async function seed(isNew: boolean): Promise<void> {
    const known = [102, 103, 104, 105, 106, 107, 108, 109, 110];
    for (const n of known) await saveBike(bike(n), 1);
    await saveFeed('recent', list(...known.map(card)), 1);
    await saveFeed(`own:${ana.id}`, list(...known.map(card)), 1);
    await saveOwnBike(ana.id, { bike: { ...bike(101), status: 'Draft' }, standing: noNotice }, 1);
    await saveThread(idOf(102), list(comment(404), comment(403), comment(402, 'Flagged')));
    await saveWindow(idOf(102), { ...list(comment(403), comment(402, 'Flagged')), newer: null });
    await saveViewerState(ana.id, idOf(108), { liked: true, favoritedFolderIds: [] }, 1);
    await saveViewerState(ana.id, idOf(107), { likedUpdateIds: [idOf(606)] }, 1);
    await saveUpdateCounts(idOf(107), { [idOf(606)]: { likes: 1, comments: 0 } });
    await saveViewerState(ana.id, idOf(110), { favoritedFolderIds: [idOf(303)] }, 1);
    const all = [
      { ...folder(1, 'Favorites'), id: ana.id },
      folder(301, 'Steel'),
      folder(302, 'Wood'),
      folder(303, 'Old'),
    ];
    await saveFolders(
      ana.id,
      all.filter(({ id }) => id !== idOf(301) || !isNew),
      1,
    );
    await saveFolderBikes(ana.id, idOf(301), [card(109), card(102)], 1);
    await saveFolderBikes(ana.id, ana.id, [], 1);
    await saveFolderBikes(ana.id, idOf(303), [card(110)], 1);
    const owner = { id: idOf('013' as never), username: 'olga', avatar: '' };
    const stateOf = { [kept.shareId]: 'Keeper', [invited.shareId]: 'Invited' } as const;
    const keptLists = [kept, invited].map((one) => ({
      ...one,
      ...{ count: 2, covers: [], owner, state: stateOf[one.shareId] ?? 'Keeper' },
    }));
    await saveKeptLists(ana.id, keptLists, 1);
    for (const { shareId, state } of keptLists) {
      const me = { id: ana.id, username: 'ana', avatar: '', state };
      await saveKeeping(ana.id, shareId, { role: state, keepers: [me] }, 1);
    }
    await saveShared(
      kept.shareId,
      { name: 'Kept', owner, text: '', likes: 0, keepers: [], ...list(card(104), card(105)) },
      1,
    );
    await saveConversations(ana.id, list(conversation), 1);
    const messages = list(message(504, 4), message(503, 3), message(501, 1));
    const correspondence = { with: bert, conversation, blocked: false, refusal: null };
    await saveMessages(ana.id, correspondence, messages, 1);
    const unread = { unreadMessageCount: 2, conversations: [{ id: 'x', unreadCount: 2 }], serverTime: at };
    await saveAlerts(ana.id, { tag: '', data: unread as never }, 1);
    await saveProfile(ana.id, profile, 1);
    await blockedMembers.save(ana.id, [idOf('013' as never)], 1);
    const search = { kind: 'search' as const, key: 'keywords=rando', name: '', at };
    await saveFollowing(ana.id, [{ ...tagNamed('fixed'), at }, search], 1);
  }

  const posted = (n: number) => ({ ...updateOf(idOf(n)).update, id: idOf(n), postedAt: at });
  const left = { unreadCount: 0, serverTime: '2026-06-02T10:00:00.000Z' };
  const placing = { favoritedFolderIds: [idOf(301)], favorites: 1 };
  const reply: Record<Kind, unknown> = {
    'bike.put': bike(101),
    'bike.edit': { ...bike(103), version: 2 },
    'bike.delete': null,
    'bike.status': { bike: { ...bike(105), status: 'Draft' }, standing: noNotice },
    'update.post': { ...bike(107), history: [posted(601)], version: 2 },
    'update.edit': { ...bike(107), history: [posted(602)], version: 2 },
    'update.delete': { ...bike(107), nickname: 'Changed', version: 2 },
    'bike.compare': { ...bike(107), beforeAfter: { before: idOf(603), after: idOf(604) } },
    'update.like': { liked: true, likes: 3 },
    'update.unlike': null,
    'photo.put': {},
    'like.put': { liked: true, likes: 6 },
    'like.delete': null,
    'favorite.put': placing,
    'favorite.delete': null,
    'folder.add': {},
    'folder.rename': {},
    'folder.delete': null,
    'folder.sort': {},
    'folder.order': {},
    'folder.text': null,
    'folder.note': null,
    'list.like': { liked: true, flagged: false, likes: 3 },
    'list.unlike': null,
    'kept.add': null,
    'kept.remove': null,
    'kept.note': null,
    'kept.sort': null,
    'kept.text': null,
    'keeping.accept': null,
    'keeping.leave': null,
    'comment.add': comment(401),
    'comment.edit': { ...comment(402), text: 'After' },
    'comment.delete': null,
    'comment.mark': { ...comment(404), marks: ['Pinned'] },
    'comments.close': { closed: true },
    'flag.bike': {},
    'flag.comment': {},
    'flag.member': {},
    'flag.message': {},
    'flag.list': {},
    'message.send': { ...message(502, 5), authorId: ana.id },
    'message.unsend': null,
    'message.hide': {},
    'conversation.read': left,
    'conversation.hide': {},
    'follow.put': null,
    'follow.delete': null,
    'search.look': null,
    'member.block': {},
    'member.unblock': null,
    'preference.put': { version: 2, chosen: { theme: { value: 'Dark', version: 2 } } },
    'profile.discipline': { ...profile, discipline: 'Touring' },
    'profile.links': { ...profile, links: [link] },
    'profile.location': { ...profile, location: { country: 'x', region: null } },
    'profile.text': { ...profile, text: 'After' },
    'profile.avatar.put': { ...profile, avatarImage: '/after.png' },
    'profile.avatar.delete': { ...profile, avatarImage: '' },
    'profile.banner.put': { ...profile, bannerImage: '/after.png' },
    'profile.banner.delete': { ...profile, bannerImage: '' },
  };
  let cache: Dexie;
  beforeAll(async () => {
    await saveProfile(ana.id, profile);
    cache = await new Dexie('cache').open();
  });
  /** Everything that is cached except the generation. */
  const everything = () =>
    Promise.all(cache.tables.map(async (table) => (await table.toArray()).filter(({ key }) => key !== 'turn')));

  test.each(allKinds)('%s', async (kind) => {
    const samples = samplesOf(kind);
    expect(samples, 'A new kind needs one in `newer`.').not.toHaveLength(0);
    const { apply } = definitionOf({ kind });
    const carryOut = (row: QueuedMutation) =>
      applyServerChange(async () => void (await apply?.(cacheWriter(ana.id, 5), row, reply[kind])));
    for (const knowsLists of [true, false]) {
      for (const row of samples) {
        await Promise.all(cache.tables.map((table) => table.clear()));
        await seed(kind === 'folder.add');
        if (!knowsLists) await cache.table('feeds').clear();
        const before = await everything();
        await carryOut(row);
        const once = await everything();
        if (apply && knowsLists) expect(once).not.toEqual(before);
        await carryOut(row);
        expect(await everything()).toEqual(once);
      }
    }
  });
});
