import type { BrowserContext } from 'playwright-core';
import { putBike } from '#contract/bike-whole.ts';
import { addComment } from '#contract/comments.ts';
import { sendMessage } from '#contract/conversations.ts';
import { addFavorite, defaultFolderOf, putFolder } from '#contract/favorites.ts';
import { addFlag, addMemberFlag } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { bikePage, editBikePage, favoritesPage, messagesPage, updateBikePage, userPage } from '#contract/pages.ts';
import type { TestBrowser } from './app.ts';
import { bikeWith } from './bikes.ts';
import { season } from './established.ts';
import { cameraPhoto } from './photos.ts';
import type { Site } from './site.ts';
import { joinDevice, joinSite } from './site-member.ts';

async function addBike(owner: TestBrowser, more: Record<string, unknown>): Promise<Id> {
  const [photo, bikeId] = [newId(), newId()];
  await owner.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
  await owner.call(putBike, { params: { bikeId }, body: bikeWith([photo], more) });
  return bikeId;
}

/**
 * Signs a member up on a device who has something on each screen of the account area, and may moderate flags of others.
 * The site has the sample community.
 * @returns the addresses of their screens
 */
export async function joinBusy(device: BrowserContext, site: Site): Promise<string[]> {
  await joinDevice(device, site, 'lena');
  const db = await site.db();
  const users = db.collection<{ _id: Id; username: string }>('users');
  const idOf = async (username: string) => (await users.findOne({ username }))?._id ?? '';
  const tom = await joinSite(site, 'tom');
  await season(db, 'tom');
  const lenaId = await idOf('lena');
  const tomId = await idOf('tom');
  const cookies = await device.cookies();
  const lena = await joinSite(site, 'lena-2');
  for (const { name, value } of cookies) lena.cookies.set(name, value);

  const own = await addBike(lena, { story: 'Built for **long days** in the hills.', location: undefined });
  await addBike(lena, { model: 'Cross-Check', status: 'Inactive' });
  const samples = await db.collection<{ _id: Id }>('bikes').find({ status: 'Active' }).limit(8).toArray();
  for (const { _id: bikeId } of samples.slice(0, 4))
    await lena.call(addFavorite, { params: { folderId: defaultFolderOf(lenaId), bikeId } });
  const folderId = newId();
  await lena.call(putFolder, { params: { folderId }, body: { name: 'Winter' } });
  for (const { _id: bikeId } of samples.slice(4, 6)) await lena.call(addFavorite, { params: { folderId, bikeId } });

  await tom.call(likeBike, { params: { bikeId: own } });
  await tom.call(addComment, { params: { bikeId: own }, body: { id: newId(), text: 'What a bike, @lena!' } });
  await tom.call(sendMessage, { params: { userId: lenaId }, body: { id: newId(), text: 'Which rack is that?' } });
  await lena.call(sendMessage, { params: { userId: tomId }, body: { id: newId(), text: 'A Tubus Fly.' } });
  const flagged = samples[6]?._id ?? '';
  const flag = {
    id: newId(),
    targetType: 'Bike',
    targetId: flagged,
    reason: 'Spam',
    note: 'An advertisement.',
  } as const;
  await tom.call(addFlag, { body: flag as never });
  await tom.call(addMemberFlag, {
    params: { userId: await idOf('lena-2') },
    body: { id: newId(), reason: 'Pretends to be someone else', note: 'Not the real one.' } as never,
  });
  await users.updateOne({ username: 'lena' }, { $set: { operator: true } });
  return [
    bikePage(own, 'surly'),
    userPage(lenaId, 'lena'),
    userPage(tomId, 'tom'),
    '/user/bikes',
    '/user/bike/add',
    editBikePage(own),
    updateBikePage(own),
    favoritesPage(),
    favoritesPage(folderId),
    messagesPage(),
    messagesPage(tomId),
    '/user/outbox',
    '/user/profile',
    '/user/preferences',
    '/user/storage',
    '/user/password',
    '/user/security',
    '/user/delete',
    '/moderation',
    '/moderation/overview',
    '/moderation/site',
    '/moderation/members',
    '/moderation/log',
  ];
}
