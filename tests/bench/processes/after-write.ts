import { performance } from 'node:perf_hooks';
import { MongoClient } from 'mongodb';
import { ensureBuilt } from '#api/cli/build.ts';
import { runningMongoUrl } from '#api/embedded-mongo/running.ts';
import type { BikeRow } from '#api/features/bikes/bikes.store.ts';
import type { CommentRow } from '#api/features/comments/comments.store.ts';
import { Sessions } from '#api/platform/sessions/sessions.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { putBike } from '#contract/bike-whole.ts';
import { addComment } from '#contract/comments.ts';
import { sendMessage } from '#contract/conversations.ts';
import { apiBase, pathOf } from '#contract/endpoint.ts';
import { idempotencyHeader } from '#contract/envelope.ts';
import { newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { bikePage, homePage, searchPage, userPage } from '#contract/pages.ts';
import { placePage } from '#contract/place-address.ts';
import { viewBike } from '#contract/views.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { testKey } from '#tests/kit/direct-session.ts';
import { Site } from '#tests/kit/site.ts';
import { inMemory, memoryOf, processorOf } from '../search/filled-site.ts';
import { type Size, seedFolder } from './seed.ts';

type Options = Size & { folder: string; rounds: number; say: (line: string) => void };
export type Measured = { call: string; status: number; wall: number; cpu: number };

export const maxMs = 50;
/** Calls that do more than one visitor's request, once in a while. */
const archives = ['/user/export/archive', '/user/export'];

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Measures each call right after a write that drops the cached responses, on a site with the embedded database. */
export async function afterWrite({ folder, rounds, say, ...size }: Options): Promise<Measured[]> {
  await ensureBuilt();
  await seedFolder(folder, size);
  const site = await Site.start({ isAlone: true, folder, env: { KEYS: testKey, TRUSTED_PROXIES: '127.0.0.0/8, ::1' } });
  const client = await new MongoClient(runningMongoUrl(folder) ?? '').connect();
  try {
    await inMemory(site, 600_000);
    const db = client.db('headbadge');
    // An earlier run in this folder has used up its member's limits.
    await db.collection('limits').deleteMany({});
    const bikes = await db
      .collection<BikeRow>('bikes')
      .find({ 'counts.comments': { $gt: 0 } })
      .limit(2)
      .toArray();
    const [bike, mine] = bikes;
    const comment = await db.collection<CommentRow>('comments').findOne({ bikeId: bike?._id ?? '' });
    if (!bike || !mine || !comment) throw new Error('There are no bikes with comments.');
    const sessions = new Sessions({
      db,
      keys: new SigningKeys([testKey]),
      now: () => new Date(),
      findUser: async () => null,
    });
    const { access } = await sessions.login({ id: mine.owner.id, authEpoch: 0 });
    const photo = mine.photos.map(({ id }) => id);
    let networks = 0;
    const send = async (method: string, path: string, body?: unknown) => {
      networks += 1;
      const headers = {
        'Accept-Encoding': 'br',
        'X-Forwarded-For': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
        'Sec-Fetch-Site': 'same-origin',
        ...(path.startsWith(apiBase) && { Cookie: `access=${access}` }),
        ...(method !== 'GET' && { [idempotencyHeader]: newId() }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      };
      const before = await processorOf(site);
      const start = performance.now();
      const answer = await fetch(site.origin + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
      });
      const text = await answer.text();
      return { status: answer.status, text, wall: performance.now() - start, cpu: (await processorOf(site)) - before };
    };
    const edit = () =>
      ['PUT', pathOf(putBike, { bikeId: mine._id }), bikeWith(photo, { model: `Edited ${newId()}` })] as const;
    const write = async () => {
      const { status, text } = await send(...edit());
      if (status !== 200) throw new Error(text);
    };
    const ids: Record<string, string> = {
      bikeId: bike._id,
      commentId: comment._id,
      userId: bike.owner.id,
      photoId: photo[0] ?? '',
      place: 'de-bw',
    };
    const { text: api } = await send('GET', `${apiBase}/openapi.json`);
    const paths = Object.entries(JSON.parse(api).paths as Record<string, Record<string, unknown>>).flatMap(
      ([path, one]) => {
        const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '{}');
        return 'get' in one && !filled.includes('{}') && !archives.some((end) => path.endsWith(end)) ? [filled] : [];
      },
    );
    const member = bike.owner;
    const all: (readonly [method: string, path: string, body?: () => unknown])[] = [
      ['GET', homePage()],
      ['GET', bikePage(bike._id, bike.slug)],
      ['GET', userPage(member.id, member.username)],
      ['GET', searchPage({ keywords: bike.brand })],
      ['GET', '/feeds/recent.xml'],
      ...paths.map((path) => ['GET', apiBase + path] as const),
      ['GET', `${apiBase}/bikes/search?keywords=steel+gravel&category=${encodeURIComponent(bike.category)}`],
      ['GET', `${apiBase}/bikes/search?sort=Newest`],
      ['GET', `${apiBase}/bikes/search?country=DE&weightFrom=8&weightTo=11`],
      ['GET', placePage({ code: 'DE-BW', name: 'Baden-Württemberg' })],
      ['GET', `${apiBase}/search/suggestions?q=su`],
      ['PUT', pathOf(putBike, { bikeId: mine._id }), () => edit()[2]],
      ['PUT', pathOf(likeBike, { bikeId: bike._id })],
      ['DELETE', pathOf(unlikeBike, { bikeId: bike._id })],
      ['PUT', pathOf(viewBike, { bikeId: bike._id })],
      ['POST', pathOf(addComment, { bikeId: bike._id }), () => ({ id: newId(), text: 'Such lugs.' })],
      ['POST', pathOf(sendMessage, { userId: member.id }), () => ({ id: newId(), text: 'Hello.' })],
    ];
    const found: Measured[] = [];
    for (const [method, path, body] of all) {
      const times: { wall: number; cpu: number; status: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await write();
        const { text, ...one } = await send(method, path, body?.());
        if (path === homePage() && !text.includes('bike/')) throw new Error('Home was not rendered.');
        times.push(one);
      }
      const cpu = middle(times.map((one) => one.cpu));
      const wall = middle(times.map((one) => one.wall));
      found.push({ call: `${method} ${path}`, status: times.at(-1)?.status ?? 0, wall, cpu });
    }
    const columns = ({ call, status, wall, cpu }: Measured) =>
      `${wall.toFixed(1).padStart(8)} ms ${cpu.toFixed(1).padStart(7)} ms CPU  ${status}  ${call}`;
    for (const one of found.toSorted((a, b) => b.wall - a.wall)) say(columns(one));
    const slow = found.filter(({ wall }) => wall > maxMs);
    say(`${found.length} calls after a write, ${slow.length} over ${maxMs} ms; ${await memoryOf(site)} MB`);
    return found;
  } finally {
    await client.close();
    await site.close();
  }
}
