import type { Db } from 'mongodb';
import { onWrites } from '#api/platform/mongo.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import { putBike } from '#contract/bike-whole.ts';
import { addComment } from '#contract/comments.ts';
import { sendMessage } from '#contract/conversations.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { putFolder, shareFolder } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { type Answered, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { type CallerContext, type CallerName, callerNames, callers, type Expected } from './callers.ts';

/** Headers and key of a call. */
export type CallOptions = { headers: Record<string, string>; key?: Id };

/** One call of the API, made by every caller on an item of the owner. */
export type Row = {
  call: Endpoint;
  /** Distinguishes several rows of one call. */
  when?: string;
  /** Creates the item, again for each caller. @returns the parameter of the call */
  prepare?(stage: Stage): Promise<string>;
  by(asks: TestBrowser, thing: string, how: CallOptions, stage: Stage, caller: CallerName): Promise<Answered<unknown>>;
  /** Describes the item after a successful call, or its data in the reply. */
  seen?(data: unknown, thing: string, stage: Stage): string | Promise<string>;
  expected: Expected;
  /** Replies where the row's bike has another status than Active. */
  byStatus?: Partial<Record<BikeStatus, Expected>>;
  /** An owner who is suspended from posting is refused. */
  isPosting?: true;
  /** The call creates, changes or ends sessions, so each caller gets a session of their own. */
  ownSession?: true;
};

/** Returns the row, and one for each further status of its bike. */
export const byStatuses = ({ byStatus = {}, isPosting, ...row }: Row): Row[] => [
  { ...row, ...(isPosting && { isPosting }) },
  ...(Object.entries(byStatus) as [BikeStatus, Expected][]).map(([status, expected]) => ({
    ...row,
    when: [row.when, `where it is ${status}`].filter(Boolean).join(', '),
    prepare: (stage: Stage) => stage.bike(status),
    expected,
  })),
];

/** Collections that record calls, also refused ones: rate limits, and challenges that are used up. */
const uses = ['limits', 'challenges', 'passkeyChallenges'];

/** A site with the callers and their data. */
export class Stage implements CallerContext {
  readonly app: TestApp;
  readonly picture: Buffer;
  readonly callers = {} as Record<CallerName, TestBrowser>;
  /** Photos that callers have uploaded, where they could. */
  readonly photos = {} as Record<CallerName, Id>;
  readonly #thirdPhoto = newId();
  /** Content of each collection when last read; null after a write. */
  readonly #contents = new Map<string, string | null>();
  /** Collections with writes since they were cleared. */
  readonly written = new Set<string>();
  #clearing = '';
  #third: TestBrowser | null = null;
  #networks = 0;

  private constructor(app: TestApp, picture: Buffer) {
    this.app = app;
    this.picture = picture;
  }

  static async open({ through, ...options }: Parameters<typeof TestApp.open>[1] = {}): Promise<Stage> {
    let own: Db | undefined;
    const app = await TestApp.open(
      { TRUSTED_PROXIES: '127.0.0.0/8', KEYS: testKey },
      {
        ...{ still: true, ...options },
        through(database) {
          own = through?.(database) ?? database.db;
          return own;
        },
      },
    );
    const stage = new Stage(app, await cameraPhoto({ width: 640, height: 480, orientation: 1 }));
    for (const db of new Set([app.db, own ?? app.db])) onWrites(db, ({ collection }) => stage.#noteWrite(collection));
    for (const { name } of await app.db.listCollections().toArray()) {
      if (!uses.includes(name)) stage.#contents.set(name, null);
    }
    stage.#third = await app.join('tessa');
    await app.join('fred');
    for (const name of new Set(Object.values(callers).map(({ name }) => name))) {
      if (name !== 'nobody') await app.join(name);
    }
    await stage.reopen();
    await stage.third.sendPhoto(stage.picture, { id: stage.#thirdPhoto });
    for (const name of callerNames) {
      stage.photos[name] = newId();
      await stage.callers[name].sendPhoto(stage.picture, { id: stage.photos[name] });
    }
    return stage;
  }

  /** Logs every caller in again. */
  async reopen(): Promise<void> {
    for (const name of callerNames) this.callers[name] = await callers[name].open(this);
  }

  stranger(): TestBrowser {
    return new TestBrowser(this.app);
  }

  createSession(name: string): Promise<TestBrowser> {
    return enter(this.app, name);
  }

  async change(name: string, fields: Record<string, unknown>): Promise<void> {
    await this.app.db.collection('users').updateOne({ username: name }, { $set: fields });
  }

  /** A member who is not among the callers. */
  get third(): TestBrowser {
    if (!this.#third) throw new Error('There is no other member.');
    return this.#third;
  }

  /** Headers of a new network without rate limit counts. */
  network(): Record<string, string> {
    const n = ++this.#networks;
    return { 'X-Forwarded-For': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
  }

  /** Creates a bike with the owner's photo. */
  bike(status: BikeStatus = 'Active'): Promise<Id> {
    return this.#bikeOf(this.callers.owner, this.photos.owner, status);
  }

  async #bikeOf(owner: TestBrowser, photo: Id, status: BikeStatus): Promise<Id> {
    const bikeId = newId();
    await owner.call(putBike, { params: { bikeId }, body: bikeWith([photo]) });
    // Published long ago, so that the daily quota is never used up.
    const publishedAt = new Date(Date.now() - 72 * 3_600_000);
    await this.app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { status, publishedAt } });
    return bikeId;
  }

  /** Creates a comment by the owner on another member's bike. */
  async comment(): Promise<Id> {
    return this.#say(this.callers.owner, await this.#bikeOf(this.third, this.#thirdPhoto, 'Active'));
  }

  /** Creates a comment by another member on the owner's bike. */
  async commentByThird(): Promise<Id> {
    return this.#say(this.third, await this.bike());
  }

  /** Creates a list: a folder that the owner shares. Returns the id of its link. */
  async list(): Promise<string> {
    const params = { folderId: newId() };
    const { owner } = this.callers;
    await owner.call(putFolder, { params, body: { name: `List ${params.folderId}` }, headers: this.network() });
    return (await owner.call(shareFolder, { params, headers: this.network() })).answer.data?.shareId ?? '';
  }

  /** Creates a message by another member to the owner. */
  message(): Promise<Id> {
    return this.#write(this.third, 'oskar');
  }

  /** Creates a message by the owner to another member, who has started the conversation. */
  async messageByOwner(): Promise<Id> {
    await this.message();
    return this.#write(this.callers.owner, 'tessa');
  }

  async #write(author: TestBrowser, to: string): Promise<Id> {
    const id = newId();
    // Owners of a bike may start conversations.
    await this.#bikeOf(this.third, this.#thirdPhoto, 'Active');
    const userId = String((await this.app.db.collection('users').findOne({ username: to }))?._id);
    await author.call(sendMessage, { params: { userId }, body: { id, text: 'Nice rack.' }, headers: this.network() });
    return id;
  }

  async #say(author: TestBrowser, bikeId: Id): Promise<Id> {
    const id = newId();
    await author.call(addComment, { params: { bikeId }, body: { id, text: 'Nice rack.' } });
    return id;
  }

  #noteWrite(collection: string): void {
    if (collection !== this.#clearing) this.written.add(collection);
    if (!uses.includes(collection)) this.#contents.set(collection, null);
  }

  /** Deletes all content that a row can create; accounts stay. */
  async clear(): Promise<void> {
    const reactions = ['comments', 'likes', 'updateLikes', 'favorites', 'folders', 'folderOrders'];
    const flags = ['folderKeepers', 'listLikes', 'flags', 'flagCases', 'fromNewMembers'];
    const letters = ['conversations', 'messages', 'correspondents', 'blocks', 'follows'];
    for (const name of ['bikes', ...reactions, ...flags, ...letters, 'alerts', 'receipts', 'limits', 'invitations']) {
      if (!this.written.delete(name)) continue;
      this.#clearing = name;
      await this.app.db.collection(name).deleteMany({});
      this.#clearing = '';
    }
  }

  /** Returns the content of all collections but those that record calls. */
  async snapshot(): Promise<Record<string, string>> {
    const { app } = this;
    await app.idle();
    for (const [name, rows] of this.#contents) {
      if (rows !== null) continue;
      this.#contents.set(name, JSON.stringify(await app.db.collection(name).find().sort({ _id: 1 }).toArray()));
    }
    return Object.fromEntries([...this.#contents].map(([name, rows]) => [name, rows ?? '']));
  }
}
