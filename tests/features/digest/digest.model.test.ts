import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readEml } from '#api/platform/mail/eml.ts';
import { blockMember, unblockMember } from '#contract/blocks.ts';
import { addComment } from '#contract/comments.ts';
import { maxDigestEntries } from '#contract/digest.ts';
import { followThing, unfollowThing } from '#contract/follows.ts';
import { newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { giveBike } from '#tests/kit/established.ts';
import { rng } from '#tests/kit/random.ts';
import { smtpServer } from '#tests/kit/smtp.ts';
import { chooseWeeklyMail } from '#tests/kit/weekly-mail.ts';
import { runsAll } from '#tests/run/tiers.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });
const day = 86_400_000;
const friday = Date.parse('2026-12-04T07:00:00Z');
const rounds = runsAll ? 30 : 4;
const steps = 120;
const hiddenStatuses = ['Draft', 'Flagged', 'Removed', 'Deleted'];

type Member = { browser: TestBrowser; id: string; name: string; isBanned: boolean };
type Bike = { id: string; owner: Member; model: string; status: string; isOld: boolean };
type Said = { bike: Bike; by: Member; isVisible: boolean };

let filing: TestApp;
let app: TestApp;
let mailServer: Awaited<ReturnType<typeof smtpServer>>;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(friday - 2 * day);
  mailServer = await smtpServer();
  filing = await TestApp.open({}, { still: true });
  app = await TestApp.open({ MAIL_URL: mailServer.url }, { still: true, database: filing.database });
});
afterAll(async () => {
  await app.close();
  await filing.close();
  await mailServer.close();
  vi.useRealTimers();
});

/** What members did in a week, and what their mails may tell of it. */
class Week {
  readonly members: Member[] = [];
  readonly bikes: Bike[] = [];
  readonly follows = new Set<string>();
  readonly blocks = new Set<string>();
  readonly likes = new Set<string>();
  readonly said: Said[] = [];

  /** Whether one has blocked the other. */
  isBlocked(one: Member, other: Member): boolean {
    return this.blocks.has(`${one.id}>${other.id}`) || this.blocks.has(`${other.id}>${one.id}`);
  }

  /** The models of the new bikes that a member's mail tells of. */
  newsOf(me: Member): string[] {
    return this.bikes
      .filter(({ owner, status, isOld }) => owner !== me && status === 'Active' && !isOld && !this.isBlocked(me, owner))
      .filter(({ owner }) => this.follows.has(`${me.id}>${owner.id}`))
      .map(({ model }) => model)
      .sort();
  }

  /** The likes and comments on each of a member's bikes. */
  ownOf(me: Member): string[] {
    const counts = (by: Member) => !by.isBanned && by !== me && !this.isBlocked(me, by);
    return this.bikes
      .filter(({ owner, status }) => owner === me && status === 'Active')
      .flatMap((bike) => {
        const likes = this.members.filter((by) => counts(by) && this.likes.has(`${bike.id}:${by.id}`)).length;
        const comments = this.said.filter(
          ({ bike: of, by, isVisible }) => of === bike && isVisible && counts(by),
        ).length;
        return likes + comments > 0 ? [`${bike.model} ${likes} ${comments}`] : [];
      })
      .sort();
  }
}

const setOf = (name: string, id: string, fields: object) =>
  app.db.collection(name).updateOne({ _id: id as never }, { $set: fields });

async function played(seed: string): Promise<Week> {
  const random = rng(seed);
  const week = new Week();
  const one = <T>(of: readonly T[]): T => of[Math.floor(random.range(0, of.length))] as T;
  for (let i = 0; i < 6; i += 1) {
    const { browser, user } = await filing.member(`${seed}x${i}`);
    week.members.push({ browser, id: user.id, name: user.username, isBanned: false });
    await chooseWeeklyMail(browser, 'On');
  }
  const publish = async () => {
    const owner = one(week.members);
    const [model, isOld] = [`Model${seed}n${week.bikes.length}`, random.chance(0.2)];
    const id = await giveBike(app.db, owner.id, owner.name);
    const publishedAt = new Date(friday - (isOld ? 8 : 3) * day);
    const status = owner.isBanned ? 'Removed' : 'Active';
    await setOf('bikes', id, { model, publishedAt, status, owner: { id: owner.id, username: owner.name, avatar: '' } });
    week.bikes.push({ id, owner, model, status, isOld });
  };
  const ban = async (member: Member) => {
    member.isBanned = true;
    await setOf('users', member.id, { status: 'Banned' });
    for (const bike of week.bikes.filter(({ owner }) => owner === member)) {
      bike.status = 'Removed';
      await setOf('bikes', bike.id, { status: 'Removed' });
    }
  };
  for (let i = 0; i < 4; i += 1) await publish();
  for (let step = 0; step < steps; step += 1) {
    const here = week.members.filter(({ isBanned }) => !isBanned);
    const [by, whom, bike] = [one(here), one(week.members), one(week.bikes)];
    const params = { bikeId: bike.id };
    const [pair, like] = [`${by.id}>${whom.id}`, `${bike.id}:${by.id}`];
    const kind = random();
    if (kind < 0.25) {
      const { status } = await by.browser.call(followThing, {
        params: { kind: 'member', key: whom.id },
        body: { name: '' },
      });
      if (status === 200) week.follows.add(pair);
    } else if (kind < 0.3) {
      await by.browser.call(unfollowThing, { params: { kind: 'member', key: whom.id } });
      week.follows.delete(pair);
    } else if (kind < 0.37 && by !== whom) {
      if ((await by.browser.call(blockMember, { params: { userId: whom.id } })).status !== 200) continue;
      await filing.idle();
      week.blocks.add(pair);
      for (const [a, b] of [
        [by, whom],
        [whom, by],
      ] as const) {
        week.follows.delete(`${a.id}>${b.id}`);
        for (const { id, owner } of week.bikes) if (owner === b) week.likes.delete(`${id}:${a.id}`);
      }
    } else if (kind < 0.4) {
      await by.browser.call(unblockMember, { params: { userId: whom.id } });
      week.blocks.delete(pair);
    } else if (kind < 0.62) {
      if ((await by.browser.call(likeBike, { params })).status === 200) week.likes.add(like);
    } else if (kind < 0.66) {
      if ((await by.browser.call(unlikeBike, { params })).status === 200) week.likes.delete(like);
    } else if (kind < 0.78) {
      const { status } = await by.browser.call(addComment, { params, body: { id: newId(), text: 'Lovely.' } });
      if (status === 201) week.said.push({ bike, by, isVisible: true });
    } else if (kind < 0.82 && week.said.length > 0) {
      const said = one(week.said);
      const row = await app.db
        .collection('comments')
        .findOneAndUpdate(
          { bikeId: said.bike.id, 'author.id': said.by.id, status: 'Active' },
          { $set: { status: one(['Flagged', 'Removed', 'Deleted']) } },
        );
      const same = week.said.find(
        ({ bike: of, by: author, isVisible }) => of === said.bike && author === said.by && isVisible,
      );
      if (row && same) same.isVisible = false;
    } else if (kind < 0.9) await publish();
    else if (kind < 0.98) {
      bike.status = random.chance(0.7) && !bike.owner.isBanned ? one([...hiddenStatuses, 'Active']) : bike.status;
      await setOf('bikes', bike.id, { status: bike.status });
    } else if (here.length > 3) await ban(by);
  }
  await filing.idle();
  return week;
}

/** What a mail tells: the new bikes, and the likes and comments on each own bike. */
function toldBy(text: string): { news: string[]; own: string[] } {
  const [news = '', own = ''] = text.split('\nYour bikes\n');
  const counts = own.split('\n\n').flatMap((part) => {
    const model = /^\d+ .* (Model\w+)$/m.exec(part)?.[1];
    const of = (what: string) => Number(new RegExp(`(\\d+) new ${what}`).exec(part)?.[1] ?? 0);
    return model ? [`${model} ${of('like')} ${of('comment')}`] : [];
  });
  return {
    news: [...news.matchAll(/ (Model\w+)\nNew, by /g)].map(([, model = '']) => model).sort(),
    own: counts.sort(),
  };
}

test.each(Array.from({ length: rounds }, (_, i) => `w${i}`))(
  'the mails of week %s tell what their readers may see',
  async (seed) => {
    vi.setSystemTime(friday - 2 * day);
    for (const name of ['bikes', 'digests', 'mails', 'limits', 'leases', 'likes'])
      await app.db.collection(name).deleteMany({});
    mailServer.received.length = 0;
    const week = await played(seed);
    vi.setSystemTime(friday);
    await app.runJob('weekly mails');
    const textOf = ({ name }: Member) => {
      const mails = mailServer.received.filter(({ to }) => to.includes(`${name}@example.org`));
      expect(mails.length).toBeLessThanOrEqual(1);
      return mails[0] && readEml(mails[0].mail).text;
    };
    let told = 0;
    for (const me of week.members) {
      const text = textOf(me);
      const expected = me.isBanned ? { news: [], own: [] } : { news: week.newsOf(me), own: week.ownOf(me) };
      const { news, own } = toldBy(text ?? '');
      told += news.length + own.length;
      if (expected.news.length > maxDigestEntries) {
        expect(news.length).toBe(maxDigestEntries);
        expect(expected.news).toEqual(expect.arrayContaining(news));
      } else expect([me.name, news]).toEqual([me.name, expected.news]);
      expect([me.name, own]).toEqual([me.name, expected.own.slice(0, maxDigestEntries)]);
      expect(text === undefined).toBe(expected.news.length + expected.own.length === 0);
    }
    expect(told).toBeGreaterThan(0);
  },
);
