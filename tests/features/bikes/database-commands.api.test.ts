import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { addComment, deleteComment, editComment } from '#contract/comments.ts';
import { sendMessage } from '#contract/conversations.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { insertConversation } from '#tests/kit/long-conversation.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

let database: TestDatabase;
let watched: WatchedDatabase;
let app: TestApp;
let ana: TestBrowser;
let ben: TestBrowser;
beforeAll(async () => {
  database = await TestDatabase.open();
  watched = new WatchedDatabase(database);
  app = await TestApp.open({}, { database, still: true, through: () => watched.db });
  [ana, ben] = await Promise.all([app.join('ana'), app.join('ben')]);
});
afterAll(async () => {
  await app.close();
  await watched.close();
  await database.close();
});

const session = ['find sessions', 'find users'];
const idempotency = { before: ['insert receipts'], after: ['update receipts'] };
/** One of about ten calls counts for the others. */
const pace = 'findAndModify limits';
const unliking = [...session, 'find bikes'];
/** The check whether one of the two has blocked the other. */
const unblocked = 'find blocks';
const liking = [...unliking, unblocked];
const counted = 'update bikes';
/** The owner's alert, unless they have disabled it. */
const alert = ['find preferences', 'update alerts'];
/** The look for a device of the owner's; for ten seconds none is looked for again. */
const device = 'distinct pushDevices';
const withdrawn = ['find alerts', 'update alerts', 'update alerts'];

/** The commands of a call and of the work that it starts in the background. */
async function commandsOf(work: () => Promise<{ status: number }>): Promise<string[]> {
  const { commands } = await watched.during(async () => {
    expect((await work()).status).toBeLessThan(300);
    await app.idle();
  });
  return commands;
}
const say = (browser: TestBrowser, bikeId: Id, id: Id = newId()) =>
  browser.call(addComment, { params: { bikeId }, body: { id, text: 'What a frame!' } });

test("a like takes nine commands, two of them for the owner's alert, an unlike nine, a repeated like three more; a no-op writes next to nothing", async () => {
  const { id: bikeId } = await strangeBike(database.db, 'Cross-Check');
  const like = () => commandsOf(() => ben.call(likeBike, { params: { bikeId } }));
  const unlike = () => commandsOf(() => ben.call(unlikeBike, { params: { bikeId } }));
  const paced = await like();
  expect(paced.filter((command) => command === pace)).toHaveLength(1);
  expect(paced.filter((command) => command !== pace)).toEqual([
    ...[...liking, 'insert likes', counted, ...alert, device, 'update likes'],
  ]);
  // The first call counts itself, the second some of the following ones.
  await unlike();
  // A repeated like is found among the undone ones, so that nobody is notified again.
  const alertAgain = [...alert, 'find alerts', 'update alerts', 'update alerts'];
  expect(await like()).toEqual([...liking, 'insert likes', counted, ...alertAgain, 'update likes']);
  expect(await like()).toEqual([...liking, 'insert likes', 'find likes']);
  expect(await unlike()).toEqual([...unliking, 'findAndModify likes', counted, ...withdrawn, 'delete likes']);
  expect(await unlike()).toEqual([...unliking, 'findAndModify likes', 'find likes']);
});

test('a like and its unlike at once take twelve commands, count nothing and tell nobody', async () => {
  const { id: bikeId } = await strangeBike(database.db, 'Karate Monkey');
  await ben.call(likeBike, { params: { bikeId: (await strangeBike(database.db, 'Paced')).id } });
  await app.idle();
  const { commands } = await watched.during(async () => {
    await ben.call(likeBike, { params: { bikeId } });
    const { answer } = await ben.call(unlikeBike, { params: { bikeId } });
    expect(answer.data).toEqual({ liked: false, likes: 0 });
    await app.idle();
  });
  expect(commands.filter((command) => command !== pace)).toEqual([
    ...[...liking, 'insert likes'],
    ...[...unliking, counted, 'find alerts', 'update alerts', 'delete likes'],
  ]);
  const alerts = database.db.collection('alerts').find({ bikeId });
  expect(await alerts.toArray()).toEqual([]);
});

test('likes of many bikes at once are counted, and their owners told, with the commands of a few', async () => {
  const many = 20;
  const bikes: Id[] = [];
  for (let i = 0; i < many; i++) bikes.push((await strangeBike(database.db, `Bike ${i}`)).id);
  const { commands } = await watched.during(async () => {
    await Promise.all(bikes.map((bikeId) => ben.call(likeBike, { params: { bikeId } })));
    await app.idle();
  });
  for (const one of [counted, ...alert, 'update likes'])
    expect(commands.filter((command) => command === one).length, one).toBeLessThan(many / 4);
  const rows = database.db
    .collection<{ _id: string; counts: { likes: number } }>('bikes')
    .find({ _id: { $in: bikes } });
  expect((await rows.toArray()).map(({ counts }) => counts.likes)).toEqual(bikes.map(() => 1));
});

test('comments of many bikes at once are counted with the commands of a few', async () => {
  const many = 20;
  const bikes: Id[] = [];
  for (let i = 0; i < many; i++) bikes.push((await strangeBike(database.db, `Commented ${i}`)).id);
  const { commands } = await watched.during(async () => {
    await Promise.all(bikes.map((bikeId) => say(ben, bikeId)));
    await app.idle();
  });
  for (const one of ['insert comments', 'find comments', counted, ...alert, 'update comments'])
    expect(commands.filter((command) => command === one).length, one).toBeLessThan(many / 4);
});

test("a comment takes eight commands and its idempotency record, also a member's first on a bike", async () => {
  const { id: bikeId } = await strangeBike(database.db, 'Straggler');
  const comment = (ids: Id = newId()) => commandsOf(() => say(ben, bikeId, ids));
  // The first call counts itself, the second some of the following ones.
  for (let i = 0; i < 2; i++) await say(ben, (await strangeBike(database.db, 'Paced')).id);
  const begins = [...session, ...idempotency.before, 'find bikes', unblocked, 'insert comments'];
  const ends = [counted, ...alert, 'update comments', ...idempotency.after];
  expect(await comment()).toEqual([...begins, 'find comments', ...ends.toSpliced(3, 0, device)]);
  const second = newId();
  expect(await comment(second)).toEqual([...begins, 'find comments', ...ends]);
  const edit = () => ben.call(editComment, { params: { commentId: second }, body: { text: 'Nice rack.' } });
  // The first change counts itself, too.
  expect((await commandsOf(edit)).filter((command) => command !== pace)).toEqual([
    ...[...session, ...idempotency.before, 'find comments'],
    ...['update comments', 'find comments', ...idempotency.after],
  ]);
  const remove = () => ben.call(deleteComment, { params: { commentId: second } });
  expect((await commandsOf(remove)).filter((command) => command !== pace)).toEqual([
    ...[...session, 'find comments', 'find bikes', 'find comments', 'findAndModify comments', 'find comments'],
    ...[counted, ...withdrawn, 'update comments', 'find comments'],
  ]);
});

test('a message to a member without a device takes six commands', async () => {
  const [one, two] = [await app.member('gert'), await app.member('hana')];
  await insertConversation(database.db, one.user, two.user, 2);
  const message = () =>
    commandsOf(() =>
      one.browser.call(sendMessage, { params: { userId: two.user.id }, body: { id: newId(), text: 'Sold?' } }),
    );
  // The first call counts itself, the second some of the following ones.
  for (let i = 0; i < 2; i++) await message();
  expect(await message()).toEqual([
    ...[...session, 'find conversations'],
    ...['insert messages', 'update conversations', 'update alerts'],
  ]);
});

test('saving a bike takes eight commands and those of its photos, and one more for the quota of new bikes', async () => {
  const [photo, bikeId] = [newId(), newId()];
  await ana.sendPhoto(await cameraPhoto({ width: 800, height: 600, orientation: 1 }), { id: photo });
  const put = async (nickname: string) => {
    const body = bikeWith([photo], { nickname });
    const commands = await commandsOf(() => ana.call(putBike, { params: { bikeId }, body }));
    const ofPhotos = commands.filter((command) => command.endsWith(' photos'));
    expect(ofPhotos.length).toBeLessThanOrEqual(3);
    return commands.filter((command) => command !== pace && !ofPhotos.includes(command));
  };
  const around = (...writing: string[]) => [
    ...[...session, ...idempotency.before, 'find bikes', ...writing, 'find bikes', ...idempotency.after],
  ];
  expect(await put('One')).toEqual(around('find bikes', 'find profiles', 'insert bikes'));
  expect(await put('Two')).toEqual(around('find profiles', 'update bikes'));
});

test('the reads of likes, comments and their undo do not grow with the number of likes and comments', async () => {
  const read = async (likes: number) => {
    const { id: bikeId } = await strangeBike(database.db, 'Ogre');
    const ids = Array.from({ length: likes }, (_, i) => `${bikeId}:${i}`);
    type Row = { _id: string } & Record<string, unknown>;
    await database.db.collection<Row>('bikes').updateOne({ _id: bikeId }, { $unset: { tally: '' } });
    await database.db
      .collection<Row>('likes')
      .insertMany(ids.map((_id, i) => ({ _id, bikeId, userId: String(i), at: new Date() })));
    const author = { id: newId(), username: 'dag', avatar: '' };
    await database.db.collection<Row>('comments').insertMany(
      ids.map(() => ({
        ...{ _id: newId(), bikeId, author, text: 'Hi.', status: 'Active', addedAt: new Date(), editedAt: null },
      })),
    );
    await ben.call(likeBike, { params: { bikeId } });
    await app.idle();
    const commentId = newId();
    const { commands, documents, bytes } = await watched.during(async () => {
      await ana.call(likeBike, { params: { bikeId } });
      await app.idle();
      await say(ana, bikeId, commentId);
      await ana.call(unlikeBike, { params: { bikeId } });
      await app.idle();
      await ana.call(deleteComment, { params: { commentId } });
    });
    return { documents, bytes, commands: commands.filter((command) => command !== pace) };
  };
  const few = await read(3);
  expect(few.documents).toBeGreaterThan(8);
  expect(await read(600)).toEqual(few);
});
