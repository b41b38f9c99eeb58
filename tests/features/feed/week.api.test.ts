/** @module-tag nightly */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readEml } from '#api/platform/mail/eml.ts';
import { type Alert, listAlerts } from '#contract/alerts.ts';
import { refreshTokens } from '#contract/auth.ts';
import { changeBikeStatus } from '#contract/bike-status.ts';
import { putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { blockMember, unblockMember } from '#contract/blocks.ts';
import { addComment } from '#contract/comments.ts';
import { maxDigestEntries } from '#contract/digest.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type FeedEntry, listFeed } from '#contract/feed.ts';
import { type FollowKind, followThing, type SearchTells, unfollowThing } from '#contract/follows.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { maxSearchAlerts, rankingLength } from '#contract/list-sizes.ts';
import { modelKeyOf } from '#contract/model-key.ts';
import type { Page } from '#contract/paging.ts';
import { beginOf, endOf, weekOf, weeksAfter } from '#contract/week-dates.ts';
import { getWeekRanking } from '#contract/winners.ts';
import { type Answered, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { Ballot, idNamed } from '#tests/kit/ballot.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { type Edit, type NewsContent, newsOf } from '#tests/kit/naive-news.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { rng } from '#tests/kit/random.ts';
import { smtpServer } from '#tests/kit/smtp.ts';
import { chooseWeeklyMail } from '#tests/kit/weekly-mail.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const memberCount = 30;
const deedsADay = 80;
const seed = 'week';

// In the future, so that no database deletes what has expired by the real clock.
const week = weeksAfter(weekOf(new Date()), 8);
const [monday, close] = [beginOf(week).getTime(), endOf(week).getTime()];
const friday = monday + 4 * day + 8 * hour;

const models = ['Ogre', 'Straggler', 'Pugsley'];
const tags = ['lugged', 'steel', 'rando'];
const colors = ['Red', 'Blue'];
const ownerships = ['Current', 'Sold', 'Retired', 'Stolen'];
const searches = [
  'keywords=surly',
  'keywords=ogre',
  'keywords=straggler',
  'keywords=pugsley',
  'keywords=lugged+ogre',
  'keywords=steel',
  'color=Red',
];

type Entry = { id: Id; date: string; title: string; text: string };
type Content = {
  nickname: string;
  model: string;
  tags: string[];
  colors: string[];
  photos: Id[];
  history: Entry[];
  ownership: string;
  buildState: string | null;
};
type Bike = Content & {
  id: Id;
  owner: Member;
  /** The device that edits it. */
  device: Device;
  status: 'Active' | 'Draft' | 'Deleted';
  publishedAt: number;
  edits: Edit[];
};
type Device = { browser: TestBrowser; freshUntil: number; waiting: Deed[]; member: Member };
type Member = {
  id: Id;
  name: string;
  /** When the likes begin to be votes. */
  votesFrom: number;
  photos: Id[];
  smallPhoto: Id;
  hasMail: boolean;
  devices: Device[];
};
type Follow = { member: Member; kind: FollowKind; key: string; at: number; tells: SearchTells };
/** A call that a member makes. */
type Deed = {
  key: Id;
  /** Whether the server carries it out once for its key; others set a state. */
  isKeyed: boolean;
  isSent: boolean;
  /** Whether the rules allow it at this moment. */
  isAllowed(): boolean;
  /** Changes the model at this moment. */
  apply(): void;
  call(): { endpoint: Endpoint; params: Record<string, string>; body?: Record<string, unknown> };
};
type Told = {
  kind: FeedEntry['kind'];
  at: string;
  bike: string;
  because: string[];
  what: (string | number | undefined)[];
};

let app: TestApp;
let mailServer: Awaited<ReturnType<typeof smtpServer>>;
const r = rng(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(r() * list.length)] as T;
const some = <T>(list: readonly T[], probability = 0.4): T[] => list.filter(() => r.chance(probability));
const at = (time: number) => vi.setSystemTime(time);
const pairOf = (one: Member, other: Member) => `${one.id}>${other.id}`;
const likeOf = (bike: Bike, member: Member) => `${bike.id}:${member.id}`;
const contentOf = ({ photos, history, ownership }: Content): NewsContent => ({
  photos,
  history: history.map(({ id }) => id),
  ownership,
});

/** The site as a naive reader of the rules thinks that it is, computed from what the server received. */
class Model {
  readonly members: Member[] = [];
  readonly bikes: Bike[] = [];
  follows: Follow[] = [];
  readonly blocks = new Set<string>();
  readonly likes = new Map<string, { bike: Bike; member: Member; at: number }>();
  readonly comments: { bike: Bike; member: Member; at: number }[] = [];
  readonly wins: { bike: Bike; at: number }[] = [];
  /** Searches that told, by member and day; the bikes of each alert. */
  readonly tellings = new Map<string, number>();
  readonly searchAlerts = new Map<string, { member: Member; day: string; key: string; bikes: Set<Bike> }>();
  #passedUntil = 0;

  isBlocked(one: Member, other: Member): boolean {
    return this.blocks.has(pairOf(one, other)) || this.blocks.has(pairOf(other, one));
  }

  /** Whether a member may be told of a bike. */
  isFor(member: Member, { status, owner }: Bike): boolean {
    return status === 'Active' && owner !== member && !this.isBlocked(member, owner);
  }

  block(by: Member, other: Member): void {
    this.blocks.add(pairOf(by, other));
    for (const [one, two] of [
      [by, other],
      [other, by],
    ] as const) {
      for (const [key, { bike, member }] of this.likes)
        if (member === one && bike.owner === two) this.likes.delete(key);
      const theirs = new Set([two.id, ...this.bikes.filter(({ owner }) => owner === two).map(({ id }) => id)]);
      this.follows = this.follows.filter(({ member, key }) => member !== one || !theirs.has(key));
    }
  }

  follow(member: Member, kind: FollowKind, key: string, tells: SearchTells): void {
    const before = this.followOf(member, kind, key);
    if (before) before.tells = tells;
    else this.follows.push({ member, kind, key, at: Date.now(), tells });
  }

  unfollow(member: Member, kind: FollowKind, key: string): void {
    this.follows = this.follows.filter((one) => one !== this.followOf(member, kind, key));
  }

  followOf(member: Member, kind: FollowKind, key: string): Follow | undefined {
    return this.follows.find((one) => one.member === member && one.kind === kind && one.key === key);
  }

  finds(key: string, { model, tags: own, colors: painted }: Content): boolean {
    const asked = new URLSearchParams(key);
    const text = ['surly', model, ...own].join(' ').toLowerCase();
    const words = asked.get('keywords')?.split(' ') ?? [];
    return words.every((word) => text.includes(word)) && asked.getAll('color').every((one) => painted.includes(one));
  }

  /** The order of the week's bikes: votes, members who commented, time of publishing. */
  standing(): { nickname: string; votes: number }[] {
    const votes = new Map<Bike, number>();
    const given = new Map<string, number>();
    const likes = [...this.likes.values()].filter((like) => like.at >= monday && like.at < close);
    for (const { bike, member, at: time } of likes.toSorted((a, b) => a.at - b.at)) {
      if (time < member.votesFrom || bike.owner === member || this.blocks.has(pairOf(bike.owner, member))) continue;
      const pair = `${Math.floor(time / day)}:${pairOf(bike.owner, member)}`;
      given.set(pair, (given.get(pair) ?? 0) + 1);
      if ((given.get(pair) ?? 0) <= 6) votes.set(bike, (votes.get(bike) ?? 0) + 1);
    }
    const commenters = (bike: Bike) =>
      new Set(
        this.comments
          .filter((one) => one.bike === bike && one.member !== bike.owner && one.at >= monday && one.at < close)
          .map(({ member }) => member),
      ).size;
    return [...votes]
      .filter(([bike]) => this.canWin(bike))
      .toSorted(
        ([a, votesOfA], [b, votesOfB]) =>
          votesOfB - votesOfA || commenters(b) - commenters(a) || a.publishedAt - b.publishedAt,
      )
      .map(([{ nickname }, count]) => ({ nickname, votes: count }));
  }

  canWin({ status, publishedAt, photos, owner, buildState, ownership }: Bike): boolean {
    return (
      status === 'Active' &&
      publishedAt >= close - 28 * day &&
      publishedAt <= close - day &&
      photos[0] !== owner.smallPhoto &&
      buildState === null &&
      ownership === 'Current'
    );
  }

  feedOf(me: Member, isInMail = false): Told[] {
    const mine = this.follows.filter(
      ({ member, kind, tells }) =>
        member === me && (kind !== 'search' || (isInMail ? tells === 'digest' : tells !== 'never')),
    );
    const told = this.bikes
      .filter((bike) => this.isFor(me, bike))
      .flatMap((bike): Told[] => {
        const own = [`member ${bike.owner.id}`, `model ${modelKeyOf({ brand: 'Surly', model: bike.model })}`];
        const keys = [...own, ...bike.tags.map((tag) => `tag ${tag}`)];
        const by = (known: string[]) =>
          mine
            .filter(({ kind, key }) => known.includes(`${kind} ${key}`))
            .map(({ kind, key }) => `${kind} ${key}`)
            .sort();
        const found = mine.filter(({ kind, key }) => kind === 'search' && this.finds(key, bike));
        const isNew = by([...keys, ...found.map(({ key }) => `search ${key}`)]);
        const isEdited = by([...keys, `bike ${bike.id}`]);
        const titleOf = (id: string | undefined) => bike.history.find((one) => one.id === id)?.title;
        const wins = this.wins.filter((one) => one.bike === bike);
        return [
          { kind: 'bike' as const, at: new Date(bike.publishedAt).toISOString(), because: isNew, what: [] },
          ...newsOf(contentOf(bike), bike.edits, titleOf).map((one) => ({ ...one, because: isEdited })),
          ...wins.map((one) => ({
            kind: 'won' as const,
            at: new Date(one.at).toISOString(),
            because: isEdited,
            what: [week],
          })),
        ].map((one) => ({ ...one, bike: bike.nickname }));
      });
    return inOrder(told.filter(({ because }) => because.length > 0));
  }

  /** Tells of the bikes since the last pass. */
  pass(): void {
    const until = Date.now() - 30 * second;
    const from = this.#passedUntil || until;
    this.#passedUntil = until;
    const bikes = this.bikes.filter(({ publishedAt }) => publishedAt > from && publishedAt <= until);
    const today = new Date(until).toISOString().slice(0, 10);
    const alerting = this.follows.filter(({ kind, tells }) => kind === 'search' && tells === 'alert');
    for (const { member, key, at: since } of alerting.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
      const found = bikes.filter(
        (bike) => bike.publishedAt > since && this.isFor(member, bike) && this.finds(key, bike),
      );
      if (found.length === 0) continue;
      const told = this.tellings.get(`${member.id} ${today}`) ?? 0;
      if (told >= maxSearchAlerts) continue;
      this.tellings.set(`${member.id} ${today}`, told + 1);
      const id = `${member.id} ${today}:${key}`;
      const alert = this.searchAlerts.get(id) ?? { member, day: today, key, bikes: new Set() };
      for (const bike of found) alert.bikes.add(bike);
      this.searchAlerts.set(id, alert);
    }
  }

  /** The alerts about followers and searches. */
  alertsOf(me: Member): string[] {
    const followers = this.follows.filter(({ kind, key }) => kind === 'member' && key === me.id).length;
    const found = [...this.searchAlerts.values()]
      .filter(({ member, key }) => member === me && this.followOf(me, 'search', key))
      .map(({ day: of, key, bikes }) => ({
        of,
        key,
        count: [...bikes].filter((one) => one.status === 'Active').length,
      }))
      .filter(({ count }) => count > 0);
    return [
      ...(followers > 0 ? [`follow ${followers}`] : []),
      ...found.map(({ of, key, count }) => `search ${of}:${key} ${count}`),
    ].sort();
  }

  /** What the mail of Friday names; null if there is none. */
  mailOf(me: Member): { news: string[]; own: string[] } | null {
    if (!me.hasMail) return null;
    const isOfWeek = (time: number) => time >= friday - 7 * day && time < friday;
    const news = this.feedOf(me, true)
      .filter((one) => isOfWeek(Date.parse(one.at)))
      .slice(0, maxDigestEntries)
      .map(({ kind, bike }) => `${bike} ${kind}`);
    const ranks = this.standing().map(({ nickname }) => nickname);
    const counts = (bike: Bike, all: Iterable<{ bike: Bike; member: Member; at: number }>) =>
      [...all].filter(
        ({ bike: of, member, at: time }) =>
          of === bike && member !== me && !this.isBlocked(me, member) && isOfWeek(time),
      ).length;
    const own = this.bikes
      .filter(({ owner, status }) => owner === me && status === 'Active')
      .flatMap((bike) => {
        const [likes, comments] = [counts(bike, this.likes.values()), counts(bike, this.comments)];
        const index = ranks.indexOf(bike.nickname);
        const rank = index < 0 || index >= rankingLength ? 0 : index + 1;
        return likes + comments + rank > 0 ? [`${bike.nickname} ${rank} ${likes} ${comments}`] : [];
      });
    return news.length + own.length > 0 ? { news: news.sort(), own: own.sort() } : null;
  }
}

/** The latest first; at one moment, in the reverse order of the names of their kinds. */
const inOrder = (told: Told[]): Told[] =>
  told.toSorted((a, b) =>
    a.at === b.at ? `${b.kind}${b.bike}`.localeCompare(`${a.kind}${a.bike}`) : a.at < b.at ? 1 : -1,
  );

const model = new Model();
const seen = { refused: 0, repeated: 0, late: 0, votes: 0, entries: 0, alerts: 0, mails: 0 };
/** Of each there has to be more than this. */
const enough: typeof seen = { refused: 15, repeated: 10, late: 100, votes: 50, entries: 1500, alerts: 500, mails: 15 };

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at(monday - 30 * day);
  mailServer = await smtpServer();
  app = await TestApp.open({ KEYS: testKey, MAIL_URL: mailServer.url }, { still: true });
  await addMembers();
});
afterAll(async () => {
  await app.close();
  await mailServer.close();
  vi.useRealTimers();
});

/** Inserts the members, their sessions and photos. Some are new in this week. */
async function addMembers(): Promise<void> {
  const ballot = new Ballot(app.db, week);
  for (let i = 0; i < memberCount; i += 1) {
    const name = `m${String(i).padStart(2, '0')}`;
    const isNew = i % 6 === 5;
    const createdAt = new Date(monday - (isNew ? 4 * day : 300 * day));
    await ballot.member(name, { createdAt });
    const member: Member = {
      id: idNamed(name) as Id,
      name,
      votesFrom: createdAt.getTime() + 7 * day,
      photos: Array.from({ length: 6 }, () => newId()),
      smallPhoto: newId(),
      hasMail: i % 3 < 2,
      devices: [],
    };
    for (let n = 0; n < 2; n += 1)
      member.devices.push({
        browser: await enter(app, name),
        freshUntil: Date.now() + 8 * minute,
        waiting: [],
        member,
      });
    model.members.push(member);
  }
  const [first] = model.members as [Member];
  const sizes = [
    { width: 1280, height: 960 },
    { width: 640, height: 480 },
  ];
  const photos = app.db.collection<{ _id: string }>('photos');
  const rows: { _id: string }[] = [];
  for (const size of sizes) {
    const id = newId();
    await (first.devices[0] as Device).browser.sendPhoto(await cameraPhoto({ ...size, orientation: 1 }), { id });
    rows.push((await photos.findOne({ _id: id })) ?? expect.fail());
  }
  const [large, small] = rows as [{ _id: string }, { _id: string }];
  await photos.insertMany(
    model.members.flatMap(({ id: ownerId, photos: own, smallPhoto }) => [
      ...own.map((_id) => ({ ...large, _id, ownerId })),
      { ...small, _id: smallPhoto, ownerId },
    ]),
  );
}

async function fresh(device: Device): Promise<TestBrowser> {
  if (Date.now() >= device.freshUntil) {
    expect((await device.browser.call(refreshTokens)).status).toBe(200);
    device.freshUntil = Date.now() + 8 * minute;
  }
  return device.browser;
}

/** Sends a deed and compares the answer with the rules. */
async function send(device: Device, deed: Deed): Promise<void> {
  const isReplay = deed.isSent && deed.isKeyed;
  const isAllowed = isReplay || deed.isAllowed();
  const { endpoint, params, body } = deed.call();
  const browser = await fresh(device);
  const { status, answer } = await browser.call(endpoint, { params, body, key: deed.key } as never);
  const said = `${endpoint.method} ${endpoint.path} ${JSON.stringify(params)}: ${JSON.stringify(answer).slice(0, 300)}`;
  expect([said, status < 300]).toEqual([said, isAllowed]);
  if (isAllowed && !isReplay) deed.apply();
  if (!isAllowed) seen.refused += 1;
  if (deed.isSent) seen.repeated += 1;
  deed.isSent = isAllowed;
  await app.idle();
}

/** Sends what waits on a device in order. An answer that is lost lets the rest wait, and the call be sent again. */
async function flush(device: Device): Promise<void> {
  for (let deed = device.waiting[0]; deed; deed = device.waiting[0]) {
    at(Date.now() + second);
    const wasSent = deed.isSent;
    await send(device, deed);
    seen.late += 1;
    if (!wasSent && deed.isSent && r.chance(0.15)) return;
    device.waiting.shift();
  }
}

const deedOf = (isKeyed: boolean, call: Deed['call'], isAllowed: () => boolean, apply: () => void): Deed => ({
  key: newId(),
  isKeyed,
  isSent: false,
  isAllowed,
  apply,
  call,
});

const bodyOf = ({ photos, ...content }: Content) => bikeWith(photos, { ...content, registryUrl: '' });

let named = 0;
function publishing(device: Device): Deed {
  const { member: owner } = device;
  const content: Content = {
    nickname: `N${named++}`,
    model: pick(models),
    tags: some(tags),
    colors: [pick(colors)],
    photos: [r.chance(0.15) ? owner.smallPhoto : (owner.photos[0] as Id)],
    history: [],
    ownership: 'Current',
    buildState: r.chance(0.1) ? 'Project (in progress)' : null,
  };
  const id = newId();
  const body = bodyOf(content);
  return deedOf(
    true,
    () => ({ endpoint: putBike, params: { bikeId: id }, body }),
    () => true,
    () =>
      void model.bikes.push({ ...content, id, owner, device, status: 'Active', publishedAt: Date.now(), edits: [] }),
  );
}

/** An edit, made of the bike as the device knows it when it is sent first. */
function editing(bike: Bike): Deed {
  let after: Content | undefined;
  const plan = (): Content => {
    const { nickname, model: named_, tags: own, colors: painted, photos, history, ownership, buildState } = bike;
    const added = { id: newId(), date: '2024-05-01', title: `Added ${r().toFixed(4)}`, text: '' };
    const before = { nickname, model: named_, tags: own, colors: painted, photos, history, ownership, buildState };
    return {
      ...before,
      ...(r.chance(0.5) && { photos: [photos[0] as Id, ...some(bike.owner.photos.slice(1))] }),
      ...(r.chance(0.5) && { history: [...history.filter(() => r.chance(0.8)), ...(r.chance(0.7) ? [added] : [])] }),
      ...(r.chance(0.25) && { ownership: pick(ownerships) }),
      ...(r.chance(0.15) && { tags: some(tags) }),
      ...(r.chance(0.15) && { model: pick(models), colors: [pick(colors)] }),
    };
  };
  return deedOf(
    true,
    () => {
      after ??= plan();
      return { endpoint: putBike, params: { bikeId: bike.id }, body: bodyOf(after) };
    },
    () => true,
    () => {
      const before = contentOf(bike);
      Object.assign(bike, after);
      bike.edits.push({ at: Date.now(), before, after: contentOf(bike) });
    },
  );
}

const moving = (bike: Bike, from: 'Active' | 'Draft', to: 'Active' | 'Draft'): Deed =>
  deedOf(
    false,
    () => ({ endpoint: changeBikeStatus, params: { bikeId: bike.id }, body: { from, to } }),
    () => bike.status !== 'Deleted',
    () => {
      bike.status = to;
    },
  );

const deleting = (bike: Bike): Deed =>
  deedOf(
    true,
    () => ({ endpoint: deleteBike, params: { bikeId: bike.id } }),
    () => true,
    () => {
      bike.status = 'Deleted';
    },
  );

const liking = (member: Member, bike: Bike): Deed =>
  deedOf(
    false,
    () => ({ endpoint: likeBike, params: { bikeId: bike.id } }),
    () => model.isFor(member, bike),
    () => {
      const key = likeOf(bike, member);
      if (!model.likes.has(key)) model.likes.set(key, { bike, member, at: Date.now() });
    },
  );

const unliking = (member: Member, bike: Bike): Deed =>
  deedOf(
    false,
    () => ({ endpoint: unlikeBike, params: { bikeId: bike.id } }),
    () => bike.status === 'Active',
    () => void model.likes.delete(likeOf(bike, member)),
  );

function commenting(member: Member, bike: Bike): Deed {
  const body = { id: newId(), text: 'Lovely.' };
  return deedOf(
    true,
    () => ({ endpoint: addComment, params: { bikeId: bike.id }, body }),
    () => bike.status === 'Active' && !model.isBlocked(member, bike.owner),
    () => void model.comments.push({ bike, member, at: Date.now() }),
  );
}

function following(member: Member): Deed {
  const [other, bike] = [pick(model.members), pick(model.bikes)];
  const key = modelKeyOf({ brand: 'Surly', model: pick(models) });
  const [kind, of] = pick<[FollowKind, string]>([
    ['member', other.id],
    ['member', other.id],
    ['bike', bike.id],
    ['model', key],
    ['tag', pick(tags)],
    ['search', pick(searches)],
    ['search', pick(searches)],
  ]);
  const tells = pick(['never', 'feed', 'alert', 'alert', 'digest'] as const);
  return deedOf(
    false,
    () => ({
      endpoint: followThing,
      params: { kind, key: of },
      body: { name: '', ...(kind === 'search' && { tells }) },
    }),
    () => {
      if (kind === 'member') return other !== member && !model.isBlocked(member, other);
      return kind !== 'bike' || model.isFor(member, bike);
    },
    () => model.follow(member, kind, of, tells),
  );
}

function unfollowing(member: Member): Deed | undefined {
  const one = pick(model.follows.filter((follow) => follow.member === member));
  if (!one) return undefined;
  const { kind, key } = one;
  return deedOf(
    false,
    () => ({ endpoint: unfollowThing, params: { kind, key } }),
    () => true,
    () => model.unfollow(member, kind, key),
  );
}

const blocking = (member: Member, other: Member): Deed =>
  deedOf(
    false,
    () => ({ endpoint: blockMember, params: { userId: other.id } }),
    () => member !== other,
    () => model.block(member, other),
  );

const unblocking = (member: Member, other: Member): Deed =>
  deedOf(
    false,
    () => ({ endpoint: unblockMember, params: { userId: other.id } }),
    () => true,
    () => void model.blocks.delete(pairOf(member, other)),
  );

/** What a member does next on a device. A bike is edited by the device that published it. */
function nextDeeds(device: Device): (Deed | undefined)[] {
  const { member } = device;
  const own = pick(model.bikes.filter((bike) => bike.device === device && bike.status !== 'Deleted'));
  const isMoving = device.waiting.length > 0;
  const [bike, other] = [pick(model.bikes), pick(model.members)];
  const chance = r();
  if (chance < 0.12) return [publishing(device)];
  if (chance < 0.27) return own?.status === 'Active' && !isMoving ? [editing(own)] : [];
  if (chance < 0.3) return own?.status === 'Draft' && !isMoving ? [moving(own, 'Draft', 'Active')] : [];
  if (chance < 0.33) return own?.status === 'Active' && !isMoving ? [moving(own, 'Active', 'Draft')] : [];
  if (chance < 0.34) return own && !isMoving ? [deleting(own)] : [];
  if (chance < 0.62) return [liking(member, bike)];
  // An admirer of one member likes all of their bikes.
  if (chance < 0.64) {
    const favorite = model.members[0] as Member;
    return model.bikes
      .filter(({ owner, status }) => owner === favorite && status === 'Active')
      .map((one) => liking(member, one));
  }
  if (chance < 0.69)
    return [unliking(member, pick([...model.likes.values()].filter((one) => one.member === member))?.bike ?? bike)];
  if (chance < 0.77) return [commenting(member, bike)];
  if (chance < 0.92) return [following(member)];
  if (chance < 0.95) return [unfollowing(member)];
  if (chance < 0.98) return [blocking(member, other)];
  return [unblocking(member, pick(model.members.filter((one) => model.blocks.has(pairOf(member, one)))) ?? other)];
}

async function act(): Promise<void> {
  const [online, away] = pick(model.members).devices as [Device, Device];
  const device = r.chance(0.4) ? away : online;
  for (const deed of nextDeeds(device)) {
    if (!deed) continue;
    if (device === away) away.waiting.push(deed);
    else {
      at(Date.now() + second);
      await send(online, deed);
    }
  }
}

async function runJobs(): Promise<void> {
  await app.runJob('alerts of searches');
  model.pass();
  await app.runJob('ranking');
  await app.runJob('winners');
  await app.idle();
}

async function feedOf({ devices }: Member): Promise<Told[]> {
  const entries: FeedEntry[] = [];
  const limit = 10 + Math.floor(r() * 40);
  const browser = await fresh(devices[0] as Device);
  for (let cursor: string | null = ''; cursor !== null; ) {
    const listed: Answered<Page<FeedEntry>> = await browser.call(listFeed, { query: { limit, cursor } });
    const page: Page<FeedEntry> = listed.answer.data ?? expect.fail();
    entries.push(...page.items);
    cursor = page.next;
  }
  return inOrder(
    entries.map(({ kind, at: time, bike, because, photos = [], photoCount, title, ownership, week: won }) => ({
      kind,
      at: time,
      because: because.map((one) => `${one.kind} ${one.key}`).sort(),
      what: [title ?? photoCount ?? ownership ?? won, ...photos.map(({ id }) => id)].filter((one) => one !== undefined),
      bike: bike.nickname ?? '',
    })),
  );
}

async function alertsOf({ devices }: Member): Promise<string[]> {
  const items: Alert[] = [];
  const browser = await fresh(devices[0] as Device);
  for (let cursor: string | null = ''; cursor !== null; ) {
    const listed: Answered<Page<Alert>> = await browser.call(listAlerts, { query: { limit: 50, cursor } });
    const page: Page<Alert> = listed.answer.data ?? expect.fail();
    items.push(...page.items);
    cursor = page.next;
  }
  return items
    .flatMap(({ type, key, actorCount }) => {
      if (type === 'follow') return [`follow ${actorCount}`];
      return type === 'search' ? [`search ${key} ${actorCount}`] : [];
    })
    .sort();
}

async function standing(): Promise<{ nickname: string; votes: number }[]> {
  at(Date.now() + 5 * second);
  const { answer } = await new TestBrowser(app).call(getWeekRanking);
  return (answer.data?.places ?? []).map(({ bike, votes }) => ({ nickname: bike.nickname ?? '', votes }));
}

async function compare(name: string, isOver = false): Promise<void> {
  const said = `seed ${seed}, ${name}`;
  if (!isOver) {
    const order = model.standing();
    expect(await standing(), `standing, ${said}`).toEqual(order.slice(0, rankingLength));
    seen.votes = order.reduce((sum, { votes }) => sum + votes, 0);
  }
  for (const member of model.members) {
    const alerts = await alertsOf(member);
    expect(alerts, `alerts of ${member.name}, ${said}`).toEqual(model.alertsOf(member));
    seen.alerts += alerts.length;
  }
  for (const member of some(model.members, 0.3)) {
    const feed = await feedOf(member);
    expect(feed, `feed of ${member.name}, ${said}`).toEqual(model.feedOf(member));
    seen.entries += feed.length;
  }
}

const kinds: readonly [RegExp, FeedEntry['kind']][] = [
  [/^New, by/, 'bike'],
  [/new photo/, 'photos'],
  [/wrote in its build history/, 'update'],
  [/^(Sold|Retired|Stolen|Back) /, 'status'],
];

/** What a mail names: new things, and own bikes with their rank, likes and comments. */
function namedIn(text: string): { news: string[]; own: string[] } {
  const [news = '', own = ''] = text.split(/^Your bikes$/m);
  const cards = (part: string) =>
    part.split('\n\n').flatMap((card) => {
      const [, bike, rest = ''] = /“(N\d+)”\n([\s\S]+)/.exec(card) ?? [];
      return bike ? [{ bike, rest }] : [];
    });
  const numberIn = (line: string, of: RegExp) => Number(of.exec(line)?.[1] ?? 0);
  return {
    news: cards(news)
      .map(({ bike, rest }) => `${bike} ${kinds.find(([line]) => line.test(rest))?.[1]}`)
      .sort(),
    own: cards(own)
      .map(
        ({ bike, rest }) =>
          `${bike} ${numberIn(rest, /Number (\d+) in this week/)} ${numberIn(rest, /(\d+) new like/)} ${numberIn(rest, /(\d+) new comment/)}`,
      )
      .sort(),
  };
}

async function mailDay(): Promise<void> {
  await runJobs();
  await app.runJob('weekly mails');
  await app.idle();
  for (const member of model.members) {
    const mails = mailServer.received.filter(({ to }) => to.includes(`${member.name}@example.org`));
    expect(mails.length, `mails of ${member.name}`).toBeLessThanOrEqual(1);
    const [mail] = mails;
    const expected = model.mailOf(member);
    const found = mail ? namedIn(readEml(mail.mail).text) : null;
    const said = `mail of ${member.name}, seed ${seed}`;
    if (found && expected && expected.own.length > maxDigestEntries) {
      expect(found.news, said).toEqual(expected.news);
      expect(found.own, said).toHaveLength(maxDigestEntries);
      expect(expected.own, said).toEqual(expect.arrayContaining(found.own));
    } else expect(found, said).toEqual(expected);
    if (found) seen.mails += 1;
  }
}

/** What was there before the week: bikes, some too old to win, follows and choices. */
async function before(): Promise<void> {
  const devices = () => model.members.flatMap((member) => member.devices);
  const later = () => at(Date.now() + second);
  for (const device of devices()) {
    later();
    if (r.chance(0.2)) await send(device, publishing(device));
  }
  at(monday - 2 * day);
  for (const member of model.members) {
    later();
    await send(member.devices[0] as Device, publishing(member.devices[0] as Device));
  }
  const admired = (model.members[0] as Member).devices[0] as Device;
  for (let i = 0; i < 9; i += 1) {
    later();
    await send(admired, publishing(admired));
  }
  for (const member of model.members) {
    const device = member.devices[0] as Device;
    if (member.hasMail) expect((await chooseWeeklyMail(await fresh(device), 'On', 'Etc/UTC')).status).toBe(200);
    for (let i = 0; i < 4; i += 1) {
      later();
      await send(device, following(member));
    }
  }
  // Some follow all searches by alerts.
  for (const member of model.members.slice(0, 4)) {
    for (const key of searches) {
      later();
      const params = { kind: 'search', key };
      const call = () => ({ endpoint: followThing, params, body: { name: '', tells: 'alert' } });
      const apply = () => model.follow(member, 'search', key, 'alert');
      await send(
        member.devices[0] as Device,
        deedOf(false, call, () => true, apply),
      );
    }
  }
  const last = { _id: weeksAfter(week, -1), places: [], eligible: 0, decidedAt: new Date() };
  await app.db.collection<{ _id: string }>('winners').insertOne(last);
  at(monday - hour);
  await runJobs();
}

test('a week of 30 members with two devices each: standing, feeds, alerts and mails are those of a model', async () => {
  await before();
  for (let n = 0; n < 7; n += 1) {
    const midnight = monday + n * day;
    const span = day - hour;
    const events: { time: number; run: () => Promise<void> }[] = [];
    for (let i = 0; i < deedsADay; i += 1) events.push({ time: midnight + r() * span, run: act });
    for (let time = 2 * hour; time < span; time += 3 * hour) events.push({ time: midnight + time, run: runJobs });
    for (const { devices } of model.members) {
      for (let i = 0; i < 2; i += 1)
        if (r.chance(0.7)) events.push({ time: midnight + r() * span, run: () => flush(devices[1] as Device) });
    }
    if (n === 4) events.push({ time: friday, run: mailDay });
    for (const { time, run } of events.toSorted((a, b) => a.time - b.time)) {
      // A call takes a second, so an event may be late.
      at(Math.max(Math.ceil(time), Date.now() + 1));
      if (run === mailDay) at(friday);
      await run();
    }
    at(midnight + day - 20 * minute);
    await runJobs();
    await compare(`day ${n + 1}`);
  }
  const last = model.standing();
  at(close + 2 * minute);
  await runJobs();
  const row = await app.db.collection('winners').findOne({ _id: week as never });
  const nicknameOf = (id: string) => model.bikes.find((bike) => bike.id === id)?.nickname;
  const places = row?.places as { bikeId: string; votes: number }[];
  expect(places.map(({ bikeId, votes }) => ({ nickname: nicknameOf(bikeId), votes }))).toEqual(last.slice(0, 3));
  expect(row?.eligible).toBe(model.bikes.filter((bike) => model.canWin(bike)).length);
  model.wins.push({ bike: model.bikes.find(({ id }) => id === places[0]?.bikeId) as Bike, at: close + 2 * minute });
  await compare('the week after', true);
  expect(places).toHaveLength(3);
  const capped = [...model.tellings.values()].filter((count) => count === maxSearchAlerts);
  expect(capped.length, 'days with as many alerts about searches as there may be').toBeGreaterThan(10);
  for (const [name, least] of Object.entries(enough))
    expect(seen[name as keyof typeof seen], `${name}, seed ${seed}`).toBeGreaterThan(least);
});
