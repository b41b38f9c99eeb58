import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BikeStatus, bikeStatuses } from '#contract/bike-options.ts';
import { changeBikeStatus, getBikeNotice } from '#contract/bike-status.ts';
import { getBike, ownBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { blockMember, unblockMember } from '#contract/blocks.ts';
import { addComment, closeComments, deleteComment, editComment, getComment, listComments } from '#contract/comments.ts';
import { getCorrespondence, hideMessage, listMessages, sendMessage, unsendMessage } from '#contract/conversations.ts';
import { getDraft, putDraft } from '#contract/drafts.ts';
import type { Body } from '#contract/endpoint.ts';
import { addFavorite, putFolder, removeFavorite, shareFolder, unshareFolder } from '#contract/favorites.ts';
import type { namedTargets } from '#contract/flag-targets.ts';
import { addFlag, addMemberFlag } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { type Action, refusal } from '#contract/may.ts';
import { judgeBike, judgeComment, judgeMessage } from '#contract/moderation.ts';
import type { Person } from '#contract/people.ts';
import { getPerson } from '#contract/people-page.ts';
import { photoPath } from '#contract/photos.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { getProfile, type ProfilePart, updateLinks, updateText } from '#contract/profile.ts';
import { addAvatar, addBanner, deleteAvatar } from '#contract/profile-pictures.ts';
import { viewBike } from '#contract/views.ts';
import { type Answered, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';

type Kind = 'stranger' | 'owner' | 'other';
type Refused = Record<Kind, ProblemCode | null>;
type Said = ProblemCode | null;
const kinds: Kind[] = ['stranger', 'owner', 'other'];

let app: TestApp;
let picture: Buffer;
let third: TestBrowser;
let thirdId: Id;
const photos = { stranger: newId(), owner: newId(), other: newId() };
const browsers = {} as Record<Kind, TestBrowser>;
const people = {} as Record<'owner' | 'other', Person>;
beforeAll(async () => {
  app = await TestApp.open();
  picture = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  const joined = await app.member('cem');
  [third, thirdId] = [joined.browser, joined.user.id];
  for (const [kind, name] of Object.entries({ owner: 'ana', other: 'ben' }) as ['owner' | 'other', string][]) {
    const { browser, user } = await app.member(name);
    browsers[kind] = browser;
    people[kind] = user;
  }
  browsers.stranger = new TestBrowser(app);
  for (const kind of ['owner', 'other'] as const) await browsers[kind].sendPhoto(picture, { id: photos[kind] });
});
afterAll(() => app.close());

const codeOf = ({ answer }: Answered<unknown>): Said => (answer.error?.code as ProblemCode | undefined) ?? null;

/** Creates a bike of the owner with a status. */
async function bikeIn(status: BikeStatus, photo = photos.owner): Promise<Id> {
  const bikeId = newId();
  await browsers.owner.call(putBike, { params: { bikeId }, body: bikeWith([photo]) });
  // Published long ago, so that the daily quota is never used up.
  const publishedAt = new Date(Date.now() - 72 * 3_600_000);
  await app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { status, publishedAt } });
  return bikeId;
}
const say = (browser: TestBrowser, bikeId: Id, id = newId()) =>
  browser.call(addComment, { params: { bikeId }, body: { id, text: 'Nice rack.' } });
/** Creates a comment by the owner on an active bike of another member. */
async function ownComment(hoursAgo = 0): Promise<Id> {
  const commentId = newId();
  await say(browsers.owner, await bikeIn('Active'), commentId);
  const addedAt = new Date(Date.now() - hoursAgo * 3_600_000);
  await app.db.collection('comments').updateOne({ _id: commentId as never }, { $set: { addedAt } });
  return commentId;
}

const writeTo = (browser: TestBrowser, userId: Id, id = newId()) =>
  browser.call(sendMessage, { params: { userId }, body: { id, text: 'Which rack is that?' } });
/** Sends a message by the owner; members with a bike may start a conversation. */
async function ownMessage(to: Id): Promise<Id> {
  const id = newId();
  await bikeIn('Active');
  await writeTo(browsers.owner, to, id);
  return id;
}

/** Adds a bike to the default folder, or removes it. */
const favorite = (kind: Kind, call: typeof addFavorite | typeof removeFavorite, bikeId: Id) =>
  browsers[kind].call(call, { params: { folderId: kind === 'stranger' ? newId() : people[kind].id, bikeId } });

async function flag(kind: Kind, targetType: (typeof namedTargets)[number], targetId: Id): Promise<Said> {
  // So that the daily quota is never used up.
  await app.db.collection('flags').deleteMany({});
  const body = { id: newId(), targetType, targetId, reason: 'Spam', note: '' } as const;
  return codeOf(await browsers[kind].call(addFlag, { body }));
}

/** Flags the owner, or their content. */
async function flagOwner(kind: Kind, targetId?: Id): Promise<Said> {
  await app.db.collection('flags').deleteMany({});
  const body = { id: newId(), reason: 'Spam', note: '', ...(targetId && { targetType: 'Message', targetId }) } as const;
  return codeOf(await browsers[kind].call(addMemberFlag, { params: { userId: people.owner.id }, body }));
}

/** The version of a profile section that a device has seen. */
async function seenOf(browser: TestBrowser, part: ProfilePart) {
  const version = (await browser.call(getProfile)).answer.data?.versions[part] ?? 0;
  return { version, device: newId() };
}

/** Each action, tried by one kind of visitor on the owner's item. */
const tries: Record<Action, (kind: Kind, status?: BikeStatus) => Promise<Said>> = {
  'bike.see': async (kind, status = 'Active') =>
    codeOf(await browsers[kind].call(getBike, { params: { bikeId: await bikeIn(status) } })),
  'bike.edit': async (kind, status = 'Active') =>
    codeOf(await browsers[kind].call(ownBike, { params: { bikeId: await bikeIn(status) } })),
  'bike.draft': async (kind, status = 'Draft') => {
    const [bikeId, body] = [newId(), { fields: {}, photos: [], seen: { version: 0, device: newId() } }];
    await browsers.owner.call(putDraft, { params: { bikeId }, body });
    const begun = new Date(Date.now() - 72 * 3_600_000);
    await app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { status, publishedAt: begun } });
    return codeOf(await browsers[kind].call(getDraft, { params: { bikeId } }));
  },
  'bike.replace': async (kind, status = 'Active') => {
    const params = { bikeId: await bikeIn(status) };
    return codeOf(await browsers[kind].call(putBike, { params, body: bikeWith([photos[kind]], { model: 'Pugsley' }) }));
  },
  'bike.publish': async (kind) =>
    codeOf(
      await browsers[kind].call(putBike, {
        params: { bikeId: newId() },
        body: bikeWith([photos[kind]], { model: 'Ogre' }),
      }),
    ),
  'bike.seeFlagged': async (kind, status = 'Flagged') =>
    codeOf(
      await browsers[kind].call(getBike, { params: { bikeId: await bikeIn(status) }, query: { flagged: 'show' } }),
    ),
  'bike.keep': async (kind, status = 'Active') =>
    codeOf(await browsers[kind].call(getBikeNotice, { params: { bikeId: await bikeIn(status) } })),
  'bike.move': async (kind, status = 'Active') =>
    codeOf(await browsers[kind].call(deleteBike, { params: { bikeId: await bikeIn(status) } })),
  'bike.moderate': async (kind, status = 'Active') => {
    const body = { status: 'Removed', reason: 'Not a bike.' } as const;
    return codeOf(await browsers[kind].call(judgeBike, { params: { bikeId: await bikeIn(status) }, body }));
  },
  'bike.like': async (kind, status = 'Active') =>
    codeOf(await browsers[kind].call(likeBike, { params: { bikeId: await bikeIn(status) } })),
  'bike.unlike': async (kind, status = 'Active') =>
    codeOf(await browsers[kind].call(unlikeBike, { params: { bikeId: await bikeIn(status) } })),
  'bike.favorite': async (kind, status = 'Active') => codeOf(await favorite(kind, addFavorite, await bikeIn(status))),
  'bike.unfavorite': async (kind, status = 'Active') =>
    codeOf(await favorite(kind, removeFavorite, await bikeIn(status))),
  'bike.view': async (kind, status = 'Active') => {
    const bikeId = await bikeIn(status);
    const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' };
    const refused = codeOf(await browsers[kind].call(viewBike, { params: { bikeId }, headers }));
    // A member's view of their own bike is not counted.
    return refused ?? ((await app.db.collection('views').findOne({ 'change.bikeId': bikeId })) ? null : 'forbidden');
  },
  'bike.comment': async (kind, status = 'Active') => codeOf(await say(browsers[kind], await bikeIn(status))),
  'bike.closeComments': async (kind, status = 'Active') => {
    const params = { bikeId: await bikeIn(status) };
    return codeOf(await browsers[kind].call(closeComments, { params, body: { closed: true } }));
  },
  'bike.flag': async (kind, status = 'Active') => flag(kind, 'Post', await bikeIn(status)),
  'comment.flag': async (kind) => flag(kind, 'Comment', await ownComment()),
  'comment.see': async (kind) =>
    codeOf(await browsers[kind].call(getComment, { params: { commentId: await ownComment() } })),
  'comment.moderate': async (kind) => {
    const params = { commentId: await ownComment() };
    return codeOf(await browsers[kind].call(judgeComment, { params, body: { status: 'Removed', reason: 'Spam.' } }));
  },
  'comment.repeat': async (kind) => {
    const [bikeId, commentId] = [await bikeIn('Active'), newId()];
    await say(browsers.owner, bikeId, commentId);
    return codeOf(await say(browsers[kind], bikeId, commentId));
  },
  'comment.edit': async (kind) => {
    const params = { commentId: await ownComment() };
    return codeOf(await browsers[kind].call(editComment, { params, body: { text: 'Nice rack!' } }));
  },
  'comment.delete': async (kind) => {
    const params = { commentId: await ownComment() };
    return codeOf(await browsers[kind].call(deleteComment, { params }));
  },
  'comment.remove': async (kind) => {
    const [bikeId, commentId] = [await bikeIn('Active'), newId()];
    await say(browsers.other, bikeId, commentId);
    // It is the other member's own comment.
    const asking = kind === 'other' ? third : browsers[kind];
    return codeOf(await asking.call(deleteComment, { params: { commentId } }));
  },
  'message.send': async (kind) => {
    await ownMessage(people.other.id);
    return codeOf(await writeTo(browsers[kind], people.owner.id));
  },
  'message.repeat': async (kind) => {
    const id = await ownMessage(people.other.id);
    return codeOf(await writeTo(browsers[kind], people[kind === 'other' ? 'owner' : 'other'].id, id));
  },
  'message.see': async (kind) =>
    codeOf(await browsers[kind].call(hideMessage, { params: { messageId: await ownMessage(thirdId) } })),
  'message.unsend': async (kind) =>
    codeOf(await browsers[kind].call(unsendMessage, { params: { messageId: await ownMessage(thirdId) } })),
  'message.flag': async (kind) => flagOwner(kind, await ownMessage(people.other.id)),
  'message.moderate': async (kind) => {
    const params = { messageId: await ownMessage(people.other.id) };
    return codeOf(await browsers[kind].call(judgeMessage, { params, body: { status: 'Removed', reason: 'Spam.' } }));
  },
  'message.readReason': async (kind) => {
    const id = await ownMessage(people.other.id);
    await app.db
      .collection('messages')
      .updateOne({ _id: id as never }, { $set: { removed: true, removedFor: 'Spam.' } });
    const params = { userId: people[kind === 'other' ? 'owner' : 'other'].id };
    const listed = await browsers[kind].call(listMessages, { params });
    const found = listed.answer.data?.items.find((message) => message.id === id);
    // The recipient sees that it was removed, and nothing else.
    return codeOf(listed) ?? (found?.removedFor === 'Spam.' ? null : found?.removed ? 'forbidden' : 'not_found');
  },
  'member.see': async (kind) => codeOf(await browsers[kind].call(getPerson, { params: { userId: people.owner.id } })),
  'member.meet': async (kind) =>
    codeOf(await browsers[kind].call(getCorrespondence, { params: { userId: people.owner.id } })),
  'member.block': async (kind) => {
    const params = { userId: people.owner.id };
    const said = codeOf(await browsers[kind].call(blockMember, { params }));
    await browsers[kind].call(unblockMember, { params });
    return said;
  },
  'member.flag': (kind) => flagOwner(kind),
  'photo.see': async (kind, status = 'Active') => {
    const photo = newId();
    await browsers.owner.sendPhoto(picture, { id: photo });
    await bikeIn(status, photo);
    const cookies = [...browsers[kind].cookies].map((pair) => pair.join('=')).join('; ');
    const response = await app.request(photoPath(photo, 320), { headers: { Cookie: cookies } });
    return response.ok ? null : ((await response.json()) as { error: { code: ProblemCode } }).error.code;
  },
  'photo.repeat': async (kind) => {
    const id = newId();
    await browsers.owner.sendPhoto(picture, { id });
    return codeOf(await browsers[kind].sendPhoto(picture, { id }));
  },
  'profile.write': async (kind) => {
    const seen = await seenOf(browsers[kind], 'text');
    return codeOf(await browsers[kind].call(updateText, { body: { text: 'Long roads.', seen } }));
  },
  'folder.name': async (kind) => {
    const folderId = newId();
    return codeOf(await browsers[kind].call(putFolder, { params: { folderId }, body: { name: folderId } }));
  },
  'folder.share': async (kind) => {
    const folderId = newId();
    await browsers.owner.call(putFolder, { params: { folderId }, body: { name: folderId } });
    return codeOf(await browsers[kind].call(shareFolder, { params: { folderId } }));
  },
  'picture.see': async (kind) => {
    const body = { photoId: photos.owner, crop: { x: 0, y: 0, width: 320, height: 320 } };
    const path = (await browsers.owner.call(addAvatar, { body })).answer.data?.avatarImage ?? '';
    const cookies = [...browsers[kind].cookies].map((pair) => pair.join('=')).join('; ');
    const response = await app.request(path, { headers: { Cookie: cookies } });
    return response.ok ? null : ((await response.json()) as { error: { code: ProblemCode } }).error.code;
  },
};

const everyone: Refused = { stranger: null, owner: null, other: null };
const members: Refused = { ...everyone, stranger: 'unauthenticated' };
const expected: Record<Action, Refused> = {
  'bike.see': everyone,
  'bike.edit': { ...members, other: 'forbidden' },
  'bike.draft': { ...members, other: 'not_found' },
  'bike.replace': { ...members, other: 'bike.exists' },
  'bike.publish': members,
  'bike.seeFlagged': everyone,
  'bike.keep': { ...members, other: 'forbidden' },
  'bike.move': { ...members, other: 'forbidden' },
  // There is no operator here.
  'bike.moderate': { stranger: 'unauthenticated', owner: 'not_found', other: 'not_found' },
  'bike.like': { ...members, owner: 'like.own' },
  'bike.unlike': members,
  'bike.favorite': { ...members, owner: 'favorite.own' },
  'bike.unfavorite': members,
  'bike.view': { ...everyone, owner: 'forbidden' },
  'bike.comment': members,
  'bike.closeComments': { ...members, other: 'forbidden' },
  'bike.flag': { ...members, owner: 'flag.own' },
  'comment.flag': { ...members, owner: 'flag.own' },
  'comment.see': everyone,
  // There is no operator here.
  'comment.moderate': { stranger: 'unauthenticated', owner: 'not_found', other: 'not_found' },
  'comment.repeat': { ...members, other: 'comment.exists' },
  'comment.edit': { ...members, other: 'forbidden' },
  'comment.delete': { ...members, other: 'forbidden' },
  'comment.remove': { ...members, other: 'forbidden' },
  'message.send': { ...members, owner: 'message.self' },
  'message.repeat': { ...members, other: 'message.exists' },
  'message.see': { ...members, other: 'not_found' },
  'message.unsend': { ...members, other: 'not_found' },
  'message.flag': { ...members, owner: 'flag.own' },
  // There is no operator here.
  'message.moderate': { stranger: 'unauthenticated', owner: 'not_found', other: 'not_found' },
  'message.readReason': { ...members, other: 'forbidden' },
  'member.see': everyone,
  'member.meet': { ...members, owner: 'message.self' },
  'member.block': { ...members, owner: 'block.self' },
  'member.flag': { ...members, owner: 'flag.own' },
  'photo.see': everyone,
  'photo.repeat': { ...members, other: 'photo.exists' },
  'profile.write': members,
  'folder.name': members,
  'folder.share': { ...members, other: 'not_found' },
  'picture.see': everyone,
};

test.each(Object.keys(tries) as Action[])('%s is allowed for the right callers only', async (action) => {
  const said: [Kind, Said][] = [];
  for (const kind of kinds) said.push([kind, await tries[action](kind)]);
  expect(Object.fromEntries(said)).toEqual(expected[action]);
});

const hidden = { Draft: 'not_found', Deleted: 'not_found', Flagged: 'bike.flagged', Removed: 'gone' } as const;
const byStatus: Partial<Record<Action, Partial<Record<BikeStatus, Said>>>> = {
  'bike.see': hidden,
  'bike.seeFlagged': { ...hidden, Flagged: null },
  'bike.keep': { ...hidden, Active: 'forbidden' },
  'bike.like': hidden,
  'bike.unlike': hidden,
  'bike.favorite': hidden,
  'bike.unfavorite': {},
  'bike.view': hidden,
  'bike.comment': hidden,
  'bike.closeComments': { ...hidden, Active: 'forbidden' },
  'bike.flag': { ...hidden, Flagged: null },
  'photo.see': { Draft: 'not_found', Deleted: 'gone', Removed: 'gone' },
};
test.each(Object.entries(byStatus))("%s depends on the bike's status", async (action, refused) => {
  for (const status of bikeStatuses)
    expect([status, await tries[action as Action]('other', status)]).toEqual([status, refused[status] ?? null]);
});

test('its owner can edit a bike unless it was deleted or removed', async () => {
  for (const status of bikeStatuses) {
    const refused = { Deleted: 'gone', Removed: 'bike.status' }[status as string] ?? null;
    expect([status, await tries['bike.edit']('owner', status)]).toEqual([status, refused]);
    expect([status, await tries['bike.replace']('owner', status)]).toEqual([status, refused]);
  }
});

test('nobody else can detect a draft, whatever they try', async () => {
  const { other } = browsers;
  for (const status of ['Draft', 'Deleted'] as const) {
    const params = { bikeId: await bikeIn(status) };
    const body = bikeWith([photos.other], { version: 1 });
    const said = [
      await other.call(putBike, { params, body }),
      await other.call(deleteBike, { params }),
      await other.call(changeBikeStatus, { params, body: { from: 'Draft', to: 'Active' } }),
      await other.call(closeComments, { params, body: { closed: true } }),
      await other.call(ownBike, { params }),
      await other.call(getBikeNotice, { params }),
      await other.call(getDraft, { params }),
      await other.call(likeBike, { params }),
    ];
    expect(said.map(codeOf)).toEqual(said.map(() => 'not_found'));
    // As of a bike that never existed.
    const never = { bikeId: newId() };
    expect(codeOf(await other.call(deleteBike, { params: never }))).toBe('not_found');
    expect(codeOf(await other.call(putBike, { params: never, body }))).toBe('not_found');
  }
});

test("another member's bike is refused before its photos are requested", async () => {
  const params = { bikeId: await bikeIn('Active') };
  const answer = await browsers.other.call(putBike, { params, body: bikeWith([newId()]) });
  expect(codeOf(answer)).toBe('bike.exists');
});

test('a comment can be edited for 24 hours; an identical text is accepted later', async () => {
  const edit = async (hoursAgo: number, text: string) => {
    const params = { commentId: await ownComment(hoursAgo) };
    return codeOf(await browsers.owner.call(editComment, { params, body: { text } }));
  };
  expect(await edit(23.9, 'Nice rack!')).toBe(null);
  expect(await edit(24.1, 'Nice rack!')).toBe('comment.too_late');
  expect(await edit(24.1, 'Nice rack.')).toBe(null);
});

test('a missing item is answered with 404, after authorization', async () => {
  const [bikeId, commentId] = [newId(), newId()];
  const { stranger, other } = browsers;
  expect(codeOf(await other.call(deleteBike, { params: { bikeId } }))).toBe('not_found');
  expect(codeOf(await other.call(deleteComment, { params: { commentId } }))).toBe('not_found');
  expect(codeOf(await stranger.call(deleteComment, { params: { commentId } }))).toBe('unauthenticated');
  expect(codeOf(await stranger.call(getBike, { params: { bikeId } }))).toBe('not_found');
});

test("the page's rules and the API agree", async () => {
  const bike = (await browsers.stranger.call(getBike, { params: { bikeId: await bikeIn('Active') } })).answer.data;
  const viewers = { stranger: null, ...people };
  for (const action of [
    'bike.see',
    'bike.replace',
    'bike.like',
    'bike.unlike',
    'bike.favorite',
    'bike.comment',
  ] as const)
    for (const kind of kinds) expect(refusal(action, viewers[kind], bike)).toBe(expected[action][kind]);
});

describe('a member suspended from posting', () => {
  const suspendPosting = (until: boolean) =>
    app.db
      .collection('users')
      .updateOne({ _id: people.owner.id as never }, until ? { $set: { held: until } } : { $unset: { held: '' } });
  afterEach(() => suspendPosting(false));
  const edit = async (commentId: Id, text: string) =>
    codeOf(await browsers.owner.call(editComment, { params: { commentId }, body: { text } }));
  const move = async (bikeId: Id, body: Body<typeof changeBikeStatus>) =>
    codeOf(await browsers.owner.call(changeBikeStatus, { params: { bikeId }, body }));
  const put = async (bikeId: Id, model: string) =>
    codeOf(await browsers.owner.call(putBike, { params: { bikeId }, body: bikeWith([photos.owner], { model }) }));
  const write = async (text: string) =>
    codeOf(await browsers.owner.call(updateText, { body: { text, seen: await seenOf(browsers.owner, 'text') } }));
  const link = async (links: { label: string; url: string }[]) =>
    codeOf(await browsers.owner.call(updateLinks, { body: { links, seen: await seenOf(browsers.owner, 'links') } }));
  const named = async (folderId: Id, name: string) =>
    codeOf(await browsers.owner.call(putFolder, { params: { folderId }, body: { name } }));

  test('can post nothing: every posting route is in the one list', async () => {
    const { owner, other } = browsers;
    const [active, draft, unseen, folderId, shared] = [
      await bikeIn('Active'),
      await bikeIn('Draft'),
      newId(),
      newId(),
      newId(),
    ];
    const commentId = await ownComment();
    await ownMessage(people.other.id);
    expect(await named(folderId, folderId)).toBe(null);
    expect(await named(shared, shared)).toBe(null);
    await owner.call(shareFolder, { params: { folderId: shared } });
    await owner.call(putDraft, {
      params: { bikeId: unseen },
      body: { fields: {}, photos: [], seen: { version: 0, device: newId() } },
    });
    await suspendPosting(true);
    const body = { photoId: photos.owner, crop: { x: 0, y: 0, width: 320, height: 320 } };
    const said = {
      'a new bike': await put(newId(), 'Ogre'),
      'a draft that becomes a bike': await put(unseen, 'Ogre'),
      'a bike that is published again': await move(draft, { from: 'Draft', to: 'Active' }),
      'a change of a bike that others see': await put(active, 'Pugsley'),
      'a comment': codeOf(await say(owner, active)),
      'a change of a comment': await edit(commentId, 'Hey @ben, look!'),
      'a message in a conversation that goes on': codeOf(await writeTo(owner, people.other.id)),
      'a profile': await write('Buy pills.'),
      'a link': await link([{ label: 'Pills', url: 'https://pills.example' }]),
      'an avatar': codeOf(await owner.call(addAvatar, { body })),
      'a banner': codeOf(await owner.call(addBanner, { body: { ...body, crop: { ...body.crop, width: 960 } } })),
      'a shared folder': codeOf(await owner.call(shareFolder, { params: { folderId } })),
      'the name of a shared folder': await named(shared, `${shared.slice(0, 20)} pills`),
    };
    expect(Object.entries(said).filter(([, code]) => code !== 'posting.held')).toEqual([]);
    expect(
      (await owner.call(getCorrespondence, { params: { userId: people.other.id } })).answer.data?.refusal?.code,
    ).toBe('posting.held');
    expect(codeOf(await say(other, active))).toBe(null);
  });

  test('can correct flagged items, delete their own, and edit hidden ones', async () => {
    const { owner } = browsers;
    const [flaggedBike, draft, active, flaggedComment, ownText, shared] = [
      await bikeIn('Flagged'),
      await bikeIn('Draft'),
      await bikeIn('Active'),
      await ownComment(),
      await ownComment(),
      newId(),
    ];
    await app.db
      .collection('comments')
      .updateOne(
        { _id: flaggedComment as never },
        { $set: { status: 'Flagged', flag: { reason: 'Spam', at: new Date(), fixed: false } } },
      );
    await named(shared, shared);
    await owner.call(shareFolder, { params: { folderId: shared } });
    await suspendPosting(true);
    const alertsOf = async () =>
      app.db.collection('alerts').countDocuments({ userId: people.other.id, type: 'mention', key: flaggedComment });
    const said = {
      'a flagged bike': await put(flaggedBike, 'Pugsley'),
      'a flagged comment': await edit(flaggedComment, 'Sorry, @ben.'),
      'the same words': await edit(ownText, 'Nice rack.'),
      'a bike that nobody else sees': await put(draft, 'Pugsley'),
      'a bike that is taken away': await move(active, { from: 'Active', to: 'Draft' }),
      'a bike that is deleted': codeOf(await owner.call(deleteBike, { params: { bikeId: active } })),
      'a bike that is restored': await move(active, { from: 'Deleted', to: 'Draft' }),
      'no profile': await write(''),
      'no links': await link([]),
      'no avatar': codeOf(await owner.call(deleteAvatar)),
      'a folder of their own': await named(newId(), newId()),
      'a folder that is shared no more': codeOf(await owner.call(unshareFolder, { params: { folderId: shared } })),
      'a comment that is deleted': codeOf(await owner.call(deleteComment, { params: { commentId: ownText } })),
    };
    expect(Object.entries(said).filter(([, code]) => code !== null)).toEqual([]);
    // It is shown again, and mentions nobody.
    const corrected = (await owner.call(getComment, { params: { commentId: flaggedComment } })).answer.data;
    expect([corrected?.status, corrected?.mentions ?? []]).toEqual(['Active', []]);
    expect(await alertsOf()).toBe(0);
  });
});

test('comments are readable by everyone who can see their bike', async () => {
  const read = async (status: BikeStatus) =>
    codeOf(await browsers.owner.call(listComments, { params: { bikeId: await bikeIn(status) } }));
  expect(await read('Active')).toBe(null);
  expect(await read('Removed')).toBe('gone');
});
