/** @module-tag nightly */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from '#api/embedded-mongo/tests/random.ts';
import { getAuthUser } from '#contract/auth.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { apiBase } from '#contract/endpoint.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { goodPassword } from '#tests/kit/app.ts';
import { Device } from '#tests/kit/browser.ts';
import { commentRows } from '#tests/kit/comments.ts';
import { showHarness } from '#tests/kit/harness/at-site.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { insertConversation } from '#tests/kit/long-conversation.ts';
import { LossyProxy } from '#tests/kit/lossy-proxy.ts';
import { AccountModel, begun, conversationOf, countsOf } from '#tests/kit/model/account.ts';
import { Writer } from '#tests/kit/model/writer.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { until } from '#tests/kit/until.ts';

/** Number of writes; the ordinary suite makes a tenth of the full number. */
const writes = Number(process.env.WRITES_MODEL ?? 100);
/** WRITES_SEED repeats the order of writes and failures of an earlier run. */
const seed = Number(process.env.WRITES_SEED ?? Date.now() % 1_000_000);
const random = randomFrom(seed);
const failing = 0.3;
const killsOf = { site: Math.max(1, Math.round(writes / 300)), phone: Math.max(2, Math.round(writes / 60)) };

let proxy: LossyProxy;
let site: Site;
let writers: Writer[];
let strange: BikeCard[];
let asked = 0;
let failed = 0;

beforeAll(async () => {
  proxy = await LossyProxy.open();
  await showHarness(proxy);
  site = await Site.start({ isAlone: true, origin: proxy.origin });
  proxy.aimAt(site.port);
  const db = await site.db();
  strange = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => ({ ...cardNumber(n), ...(await strangeBike(db, `Bike ${n}`)) })),
  );
  const comments = new Map(strange.map(({ id }) => [id, newId()]));
  for (const [bikeId, _id] of comments) {
    const [row] = commentRows(bikeId, 1);
    await db.collection<{ _id: Id }>('comments').insertOne({ ...row, _id });
    await db.collection<{ _id: Id }>('bikes').updateOne({ _id: bikeId }, { $set: { 'counts.comments': 1 } });
  }
  const accounts: AccountModel[] = [];
  for (const name of ['quentin', 'rosalind']) {
    const { answer } = await (await joinSite(site, name)).call(getAuthUser);
    if (!answer.successful) throw new Error(name);
    accounts.push(new AccountModel(answer.data.id, name));
  }
  const [quentin, rosalind] = accounts as [AccountModel, AccountModel];
  const people = [quentin, rosalind].map(({ id, username }) => ({ id, username, avatar: '' })) as [Person, Person];
  const [ofQuentin, ofRosalind] = (await insertConversation(db, ...people, begun)) as [Id, Id];
  writers = await Promise.all(
    [quentin, quentin, rosalind].map(async (account, n) => {
      const device = await Device.open(proxy.origin, { worker: true, permissions: ['background-sync'], profile: true });
      const [person, message] = account === rosalind ? [people[0], ofQuentin] : [people[1], ofRosalind];
      const others = { person, message, comments };
      const bikes = account === rosalind ? strange : strange.filter((_, at) => at % 2 === n);
      const writer = new Writer(`phone ${n + 1}`, device, account, bikes, others, randomFrom(seed + n + 1));
      await writer.open();
      await writer.page.evaluate(
        async (credentials) => {
          await window.headbadge.signIn(credentials);
          await navigator.serviceWorker.register('/worker.js');
          while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
        },
        { identifier: account.username, password: goodPassword },
      );
      return writer;
    }),
  );
});
afterAll(async () => {
  for (const writer of writers ?? []) await writer.device.close();
  await site?.close();
  await proxy?.close();
});

/** Loses three of ten requests: half of them before the site gets them, half after it has executed them. */
function lose(): void {
  proxy.judge = (_method, path) => {
    if (!path.startsWith(apiBase)) return 'pass';
    asked += 1;
    const dice = random();
    if (dice >= failing) return 'pass';
    failed += 1;
    return dice < failing / 2 ? 'refuse' : 'drop answer';
  };
}

/** Ends a phone's page, its worker or its browser at any moment. */
async function stop(writer: Writer): Promise<void> {
  const dice = random();
  if (dice < 0.3) {
    const devtools = await writer.device.context.newCDPSession(writer.page);
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopAllWorkers');
    return;
  }
  if (dice < 0.8) await writer.page.close();
  else await writer.device.restart();
  await writer.open();
}

/** Advances the clock until a member's rate limits are reset. */
async function laterOn(): Promise<void> {
  await (await site.db()).collection('limits').deleteMany({});
  await site.stop();
  await site.start();
}

test(`${writes} writes of three phones arrive exactly once, despite lost requests and killed processes (seed ${seed})`, {
  timeout: 120_000 + writes * 1_500,
}, async () => {
  process.stdout.write(`writes and their model: WRITES_SEED=${seed} WRITES_MODEL=${writes}\n`);
  lose();
  const each = Math.ceil(writes / writers.length);
  const restarts = new Set(
    Array.from({ length: killsOf.site }, (_, n) => Math.floor(((n + 0.5) * each) / killsOf.site)),
  );
  const stops = writers.map(() => new Set(Array.from({ length: killsOf.phone }, () => Math.floor(random() * each))));
  for (let round = 0; round < each; round += 1) {
    await Promise.all(
      writers.map(async (writer, n) => {
        await writer.write();
        if (stops[n]?.has(round)) await stop(writer);
      }),
    );
    if (!restarts.has(round)) continue;
    await site.kill();
    await site.start();
  }

  // The connection stays poor until the last write has arrived.
  for (const writer of writers) {
    for (let round = 0; (await writer.waiting()).length > 0; round += 1) {
      const waiting = await writer.waiting();
      expect(round, waiting.join('\n')).toBeLessThan(60);
      expect(waiting.filter((row) => / failed | blocked /.test(row))).toEqual([]);
      if (waiting.some((row) => row.includes(' too_many_requests '))) await laterOn();
      await writer.send();
    }
  }
  proxy.judge = () => 'pass';

  const db = await site.db();
  // A deleted folder is emptied after the reply.
  for (const account of new Set(writers.map((writer) => writer.account)))
    await expect.poll(() => account.stored(db), { message: account.username }).toEqual(account.expected());
  for (const { id } of strange) {
    await until(async () => {
      const { said, counted } = await countsOf(db, id);
      expect(said, id).toEqual(counted);
    });
  }
  const [one, other] = [...new Set(writers.map(({ account }) => account.id))] as [Id, Id];
  const conversation = await conversationOf(db, one, other);
  expect(conversation.said).toEqual(conversation.counted);
  const kinds = new Map<string, number>();
  for (const [kind, count] of writers.flatMap(({ written }) => [...written])) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  }
  process.stdout.write(
    `${failed} of ${asked} requests failed; written: ${JSON.stringify(Object.fromEntries(kinds))}\n`,
  );
  expect(failed / asked).toBeGreaterThan(failing / 2);
});
