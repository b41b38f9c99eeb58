import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from '#api/embedded-mongo/tests/random.ts';
import { keyOf } from '#api/features/photos/photos.keys.ts';
import { FolderStorage } from '#api/platform/storage/folder.ts';
import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { authCheckCookie } from '#contract/session-calls.ts';
import { createSession } from '#tests/kit/direct-session.ts';
import { suppressLongTimers } from '#tests/kit/harness/base-harness.ts';
import { NodeDevice } from '#tests/kit/harness/node-device.ts';
import type { NodeTab } from '#tests/kit/harness/node-tab.ts';
import { type Backup, ServedApp } from '#tests/kit/restores/served-app.ts';
import { runsAll } from '#tests/run/tiers.ts';

/** Number of histories; each has a draft of its own. */
const histories = Number(process.env.RESTORES_MODEL ?? (runsAll ? 6 : 2));
/** RESTORES_SEED repeats the histories of an earlier run. */
const seed = Number(process.env.RESTORES_SEED ?? Date.now() % 1_000_000);
const steps = 30;
const deviceCount = 3;
const maxPhotos = 6;
const sweepAfterMs = 31 * 86_400_000;

let served: ServedApp;
let member: Person;
let picture: number[];
beforeAll(async () => {
  served = await ServedApp.open();
  member = (await served.app.member('ana')).user;
  const tile = sharp({ create: { width: 480, height: 16, channels: 3, background: { r: 30, g: 60, b: 200 } } });
  picture = [...(await tile.webp().toBuffer())];
});
afterAll(() => served?.close());

/** How often each thing happened, so that a run shows that it tried them. */
const counts: Record<string, number> = {};
const count = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};

/** A device of the member, with the draft on it or not. */
class Phone {
  readonly device = new NodeDevice(served.origin);
  tab!: NodeTab;

  static async open(): Promise<Phone> {
    const phone = new Phone();
    phone.device.addInitScript(suppressLongTimers);
    phone.tab = await phone.device.newTab();
    await phone.logIn();
    await phone.tab.evaluate((user) => window.headbadge.setMeta('authUser', user), member);
    return phone;
  }

  /** Gets a session that the server's clock accepts. */
  async logIn(): Promise<void> {
    const { access, refresh, accessExpires } = await createSession(served.db, member.username, served.now());
    for (const pair of [`access=${access}`, `session=${refresh}`, `${authCheckCookie}=${accessExpires.toISOString()}`])
      this.device.cookies.set(pair);
  }

  /** The draft's text, its photos with bytes here, and all of its photos. */
  look(id: Id) {
    return this.tab.evaluate(async (draftId) => {
      const { drafts, userDb } = window.headbadge;
      const draft = await drafts.draftOf(draftId);
      if (!draft) return null;
      const here = await Promise.all(draft.photos.map((photo) => userDb.photoBlobs.has(photo.id)));
      return {
        story: String(draft.fields.story ?? ''),
        photos: draft.photos.map((photo) => photo.id),
        bytes: draft.photos.filter((_, at) => here[at]).map((photo) => photo.id),
        conflict: draft.site?.apart ?? null,
        isOnServer: drafts.isOnServer(draft),
      };
    }, id);
  }

  async sync(): Promise<void> {
    await this.logIn();
    await this.tab.evaluate(async () => void (await window.headbadge.runFlush({ wait: true, eager: true })));
  }

  /** Opens the draft's form, which takes the server's version if it may. Returns what the server has. */
  async open(id: Id): Promise<{ story: string; photos: Id[] } | null> {
    await this.logIn();
    return this.tab.evaluate(
      async ([draftId, user]) => {
        const { site } = (await window.headbadge.drafts.openDraft(user, draftId).catch(() => null)) ?? {};
        return site ? { story: String(site.fields.story ?? ''), photos: site.photos.map((photo) => photo.id) } : null;
      },
      [id, member] as const,
    );
  }

  /** Decides about a conflict as the member does. Returns whether there was one. */
  resolve(id: Id, side: 'mine' | 'theirs') {
    return this.tab.evaluate(
      async ([draftId, user, choice]) => {
        const { drafts, discarding } = window.headbadge;
        const draft = await drafts.draftOf(draftId);
        if (draft?.site?.apart !== 'changed') return false;
        const { site } = (await drafts.openDraft(user, draftId).catch(() => null)) ?? {};
        const { apart } = (await drafts.draftOf(draftId))?.site ?? {};
        if (!site || !apart) return false;
        if (choice === 'mine') await drafts.baseOn(draftId, site);
        else {
          await discarding.discardDraft(draftId, 'here');
          await drafts.openDraft(user, draftId);
        }
        return true;
      },
      [id, member, side] as const,
    );
  }

  write(id: Id, word: string): Promise<unknown> {
    return this.tab.evaluate(
      async ([draftId, text]) => {
        const { drafts } = window.headbadge;
        const draft = await drafts.draftOf(draftId);
        await drafts.updateDraft(draftId, { story: `${draft?.fields.story ?? ''} ${text}` });
      },
      [id, word] as const,
    );
  }

  /** Adds a photo with bytes that the server can decode. */
  addPhoto(id: Id): Promise<Id> {
    return this.tab.evaluate(
      async ([draftId, bytes]) => {
        const { drafts, userDb } = window.headbadge;
        const canvas = new OffscreenCanvas(480, 16);
        canvas.getContext('2d');
        const photo = await drafts.addPhoto(draftId, new File([await canvas.convertToBlob()], 'photo.png'));
        const blob = new Blob([new Uint8Array(bytes)], { type: 'image/webp' });
        await userDb.photoBlobs.put({ id: photo.id, blob });
        return photo.id;
      },
      [id, picture] as const,
    );
  }

  removePhoto(photo: Id): Promise<unknown> {
    return this.tab.evaluate(async (id) => void (await window.headbadge.discarding.discardPhoto(id)), photo);
  }
}

type Stored = { story: string; photos: Id[] };

/** The draft on the server, and which of these photos the server has with their files. */
async function onServer(id: Id, photos: Iterable<Id>): Promise<{ draft: Stored | null; stored: Set<Id> }> {
  const row = await served.db.collection<{ _id: Id }>('bikes').findOne({ _id: id });
  const draft = row as unknown as { draft?: { fields: string }; photos: { id: Id }[] } | null;
  const fields = JSON.parse(draft?.draft?.fields ?? '{}') as { story?: string };
  const storage = new FolderStorage(join(served.app.database.folder, 'photos'));
  const stored = new Set<Id>();
  for (const photo of photos) {
    const known = await served.db
      .collection<{ _id: Id }>('photos')
      .findOne({ _id: photo, use: { $nin: ['arriving', 'leaving'] } } as never);
    if (known && (await storage.get(keyOf(photo, 320)))) stored.add(photo);
  }
  return {
    draft: draft && { story: fields.story ?? '', photos: draft.photos.map((photo) => photo.id) },
    stored,
  };
}

const wordsIn = (story: string): string[] => story.split(' ').filter(Boolean);

/** One draft on several devices, and everything that its member has put into it and not taken out. */
class History {
  readonly photos = new Set<Id>();
  readonly words = new Set<string>();
  readonly log: string[] = [];
  readonly #phones: Phone[];
  readonly #random: () => number;
  #id!: Id;
  #backup!: Backup;
  #count = 0;

  constructor(phones: Phone[], random: () => number) {
    this.#phones = phones;
    this.#random = random;
  }

  #oneOf<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)] as T;
  }

  async begin(): Promise<void> {
    const [first] = this.#phones as [Phone];
    this.#id = await first.tab.evaluate((user) => window.headbadge.drafts.createDraft(user), member.id);
    await this.#write(first);
    await first.sync();
    this.#backup = await served.backUp();
  }

  async #write(phone: Phone): Promise<void> {
    const word = `w${++this.#count}`;
    await phone.write(this.#id, word);
    this.words.add(word);
  }

  /** Forgets the words and photos of the version that the member gives up. */
  #giveUp(lost: Stored, chosen: Stored): void {
    for (const word of wordsIn(lost.story)) if (!wordsIn(chosen.story).includes(word)) this.words.delete(word);
    for (const photo of lost.photos) if (!chosen.photos.includes(photo)) this.photos.delete(photo);
  }

  async resolve(phone: Phone, side = this.#oneOf(['mine', 'theirs'] as const)): Promise<void> {
    const mine = await phone.look(this.#id);
    const theirs = (await onServer(this.#id, [])).draft;
    if (!mine || !theirs || mine.conflict !== 'changed') return;
    if (!(await phone.resolve(this.#id, side))) return;
    count(`conflict, ${side}`);
    if (side === 'mine') this.#giveUp(theirs, mine);
    else this.#giveUp(mine, theirs);
  }

  async step(): Promise<void> {
    const at = Math.floor(this.#random() * this.#phones.length);
    const phone = this.#phones[at] as Phone;
    const here = await phone.look(this.#id);
    const dice = this.#random();
    const acts: [number, string, () => Promise<unknown>][] = [
      [0.2, 'write', async () => here && this.#write(phone)],
      [0.4, 'add', async () => this.#add(phone, here?.photos.length)],
      [0.45, 'remove', async () => here?.photos.length && this.#remove(phone, this.#oneOf(here.photos))],
      [0.65, 'sync', () => phone.sync()],
      [0.8, 'open', () => phone.open(this.#id)],
      [0.85, 'resolve', () => this.resolve(phone)],
      [0.9, 'back up', async () => (this.#backup = await served.backUp())],
      [0.97, 'restore', () => this.#restore()],
      [1, 'sweep', () => this.#sweep()],
    ];
    const [, name, act] = acts.find(([limit]) => dice < limit) as (typeof acts)[number];
    this.log.push(`${at} ${name}`);
    count(name);
    await act();
    await this.check();
  }

  async #add(phone: Phone, before: number | undefined): Promise<void> {
    if (before === undefined || before >= maxPhotos) return;
    this.photos.add(await phone.addPhoto(this.#id));
  }

  async #remove(phone: Phone, photo: Id): Promise<void> {
    await phone.removePhoto(photo);
    this.photos.delete(photo);
  }

  /** Puts the server back. Only what no device has is lost with it. */
  async #restore(): Promise<void> {
    await served.restore(this.#backup);
    const looks = await Promise.all(this.#phones.map((phone) => phone.look(this.#id)));
    const { draft, stored } = await onServer(this.#id, this.photos);
    for (const photo of this.photos)
      if (!stored.has(photo) && !looks.some((look) => look?.bytes.includes(photo))) this.photos.delete(photo);
    const stories = [draft?.story ?? '', ...looks.map((look) => look?.story ?? '')].flatMap(wordsIn);
    for (const word of this.words) if (!stories.includes(word)) this.words.delete(word);
  }

  async #sweep(): Promise<void> {
    served.later(sweepAfterMs);
    await served.app.runJob('orphaned photos');
    served.later(sweepAfterMs);
    await served.app.runJob('orphaned photos');
  }

  /** Every photo and every word is on a device or on the server. */
  async check(): Promise<void> {
    const looks = await Promise.all(this.#phones.map((phone) => phone.look(this.#id)));
    const { draft, stored } = await onServer(this.#id, this.photos);
    const lost = [...this.photos].filter(
      (photo) => !stored.has(photo) && !looks.some((look) => look?.bytes.includes(photo)),
    );
    const stories = [draft?.story ?? '', ...looks.map((look) => look?.story ?? '')].flatMap(wordsIn);
    const lostWords = [...this.words].filter((word) => !stories.includes(word));
    expect({ lost, lostWords }, this.log.join('\n')).toEqual({ lost: [], lostWords: [] });
  }

  /** Lets every device meet the server until nothing changes, and compares all of them. */
  async settle(): Promise<void> {
    for (let round = 0; round < 3; round += 1)
      for (const phone of this.#phones) {
        await phone.sync();
        await phone.open(this.#id);
        await this.resolve(phone, 'mine');
        await phone.sync();
        await this.check();
      }
    const { draft, stored } = await onServer(this.#id, this.photos);
    const message = this.log.join('\n');
    // A restored backup may bring back what was taken out.
    expect(draft?.photos, message).toEqual(expect.arrayContaining([...this.photos]));
    expect(stored, message).toEqual(this.photos);
    expect(wordsIn(draft?.story ?? ''), message).toEqual(expect.arrayContaining([...this.words]));
    for (const phone of this.#phones) {
      const { story, photos, isOnServer } = (await phone.look(this.#id)) ?? {};
      expect({ story, photos, isOnServer }, message).toEqual({ ...draft, isOnServer: true });
    }
  }
}

test("a photo that a restored server lacks is sent again, and another device's version does not delete it", async () => {
  const [phone, laptop] = [await Phone.open(), await Phone.open()];
  const id = await phone.tab.evaluate((user) => window.headbadge.drafts.createDraft(user), member.id);
  await phone.write(id, 'first');
  await phone.sync();
  const backup = await served.backUp();
  const photo = await phone.addPhoto(id);
  await phone.sync();
  expect(await phone.look(id)).toMatchObject({ isOnServer: true, bytes: [photo] });
  await served.restore(backup);
  // The laptop saves its own version of the restored draft often, so that its number is higher than the phone's.
  await laptop.open(id);
  for (const word of ['second', 'third', 'fourth', 'fifth']) {
    await laptop.write(id, word);
    await laptop.sync();
  }
  await phone.open(id);
  expect(await phone.look(id)).toMatchObject({ conflict: 'changed', bytes: [photo], isOnServer: false });
  await phone.resolve(id, 'mine');
  await phone.sync();
  expect(await onServer(id, [photo])).toEqual({
    draft: { story: ' first', photos: [photo] },
    stored: new Set([photo]),
  });
  expect(await phone.look(id)).toMatchObject({ isOnServer: true, bytes: [photo] });
  // The server loses the photo only: the next save says so.
  await served.db.collection('photos').deleteMany({});
  await phone.write(id, 'sixth');
  await phone.sync();
  expect((await onServer(id, [photo])).stored).toEqual(new Set([photo]));
  await served.db.collection('photos').deleteMany({});
  await laptop.open(id);
  await laptop.sync();
  await laptop.write(id, 'seventh');
  await laptop.sync();
  expect((await onServer(id, [])).draft?.photos).toEqual([]);
  await phone.open(id);
  await phone.sync();
  expect((await onServer(id, [photo])).draft).toEqual({ story: ' first sixth seventh', photos: [photo] });
  for (const { device } of [phone, laptop]) device.close();
});

test(`a server restored from older backups loses nothing that a device had (seed ${seed})`, {
  timeout: 60_000 + histories * 60_000,
}, async () => {
  process.stdout.write(`restored servers: RESTORES_SEED=${seed} RESTORES_MODEL=${histories}\n`);
  for (let at = 0; at < histories; at += 1) {
    const phones = await Promise.all(Array.from({ length: deviceCount }, Phone.open));
    const history = new History(phones, randomFrom(seed + at));
    await history.begin();
    for (let step = 0; step < steps; step += 1) await history.step();
    await history.settle();
    for (const { device } of phones) device.close();
    // The day's quota of bikes.
    served.later(86_400_000);
  }
  process.stdout.write(`${JSON.stringify(counts)}\n`);
});
