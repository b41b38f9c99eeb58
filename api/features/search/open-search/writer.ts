import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { batchSize, ChangeFeed } from '#api/platform/change-feed.ts';
import type { Now } from '#api/platform/clock.ts';
import type { Leases } from '#api/platform/leases.ts';
import type { Log } from '#api/platform/logs.ts';
import type { BikeSource } from '../bike-source.ts';
import { type OpenSearchClient, SearchFailure } from './client.ts';
import { documentOf, indexSettings, indexVersion } from './documents.ts';
import type { PositionStore } from './positions.store.ts';

interface Deps {
  client: OpenSearchClient;
  source: BikeSource;
  positions: PositionStore;
  leases: Leases;
  now: Now;
  log: Log;
  /** Called when searches find other bikes than before. */
  onChange(): void;
}

/** Milliseconds between two looks for changes. */
const pollIntervalMs = 1_000;
/** Milliseconds for which one process follows before another may, and until it is taken for dead. */
const turn = { lengthMs: 30_000, leaseMs: 90_000 } as const;
const buildLeaseMs = 900_000;
/** Milliseconds after which an index without the alias belongs to no running build. */
const abandonedMs = 6 * 3_600_000;
/** Milliseconds between two counts that detect missed bikes. */
const countIntervalMs = 600_000;

const Aliased = v.record(v.string(), v.unknown());
const CountReply = v.object({ count: v.number() });

/** Keeps the index of a search server in sync with the database; several processes take turns. */
export class OpenSearchWriter {
  readonly #deps: Deps;
  #followed: { index: string; feed: ChangeFeed } | null = null;
  #countedAt: number;
  /** Whether the last count found a different number of bikes. */
  #isCountOff = false;
  #isAway = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#countedAt = this.#now();
  }

  #now(): number {
    return this.#deps.now().getTime();
  }

  /** Builds the index if there is none, and follows the changes of all processes for a while, in turns with others. */
  async tend(stopping: AbortSignal): Promise<void> {
    const { log } = this.#deps;
    try {
      await this.#tend(stopping);
      if (this.#isAway) log.info({ event: 'search.written' }, 'the search index is written again');
      this.#isAway = false;
    } catch (error) {
      if (!(error instanceof SearchFailure)) throw error;
      if (!this.#isAway) log.warn({ err: error, event: 'search.unwritten' }, 'the search index is written later');
      this.#isAway = true;
    }
  }

  async #tend(stopping: AbortSignal): Promise<void> {
    const { leases } = this.#deps;
    let mustBuild = false;
    await leases.run('search index', turn.leaseMs, async () => {
      // Another process may have followed further.
      this.#followed = null;
      for (const end = this.#now() + turn.lengthMs; !stopping.aborted && this.#now() < end; ) {
        const result = await this.follow();
        mustBuild = result === 'missing';
        if (mustBuild) return;
        if (result === 'done') await setTimeout(pollIntervalMs, undefined, { signal: stopping }).catch(() => undefined);
      }
    });
    if (mustBuild) await leases.run('search index build', buildLeaseMs, () => this.build({ stopping }));
  }

  /** Applies the next changes. Returns `missing` if the index must be built first. */
  async follow(): Promise<'done' | 'more' | 'missing'> {
    const { source, positions, client, onChange } = this.#deps;
    const index = await this.#current();
    if (index === null || versionOf(index) < indexVersion) return 'missing';
    // A newer version of the site keeps it.
    if (versionOf(index) > indexVersion) return 'done';
    if (this.#followed?.index !== index) {
      const since = await positions.get(index);
      if (since === null) return 'missing';
      this.#followed = { index, feed: new ChangeFeed(source, since) };
    }
    const { feed } = this.#followed;
    const before = feed.since;
    let isChanged = false;
    const hasMore = await feed.follow(this.#now(), async (ids) => {
      isChanged = true;
      await this.#apply(ids);
    });
    if (isChanged) {
      await client.request('POST', `${client.alias}/_refresh`);
      onChange();
    }
    if (feed.since > before) await positions.advance(index, feed.since);
    if (hasMore) return 'more';
    return (await this.#isMissing()) ? 'missing' : 'done';
  }

  /** The index behind the alias. */
  async #current(): Promise<string | null> {
    const { client } = this.#deps;
    const found = await client.find(`_alias/${client.alias}`);
    return found === null ? null : (Object.keys(v.parse(Aliased, found)).sort().at(-1) ?? null);
  }

  async #apply(ids: readonly string[]): Promise<void> {
    const { client, source, positions } = this.#deps;
    const round = await positions.nextRound();
    const there = new Map((await source.these(ids)).map((bike) => [bike.id, documentOf(bike)]));
    const changes = ids.map((id) => ({ id, body: there.get(id) ?? null }));
    const newer = await client.bulk(client.alias, round, changes);
    // This process may have read something newer all the same: it is read and written again.
    if (newer.length > 0) throw new SearchFailure(0, 'Another process writes the search index at the same time.');
  }

  /** Whether the index has a different number of bikes than the database, in two counts in a row. */
  async #isMissing(): Promise<boolean> {
    const now = this.#now();
    if (!this.#isCountOff && now - this.#countedAt < countIntervalMs) return false;
    const { client, source } = this.#deps;
    const there = await source.countAll();
    const { count } = v.parse(CountReply, await client.request('GET', `${client.alias}/_count`));
    this.#countedAt = now;
    const wasOff = this.#isCountOff;
    this.#isCountOff = there !== count;
    // A bike may be written during one count, but hardly during each.
    return wasOff && this.#isCountOff;
  }

  /**
   * Builds a new index and puts it behind the alias. Searches use the old one until then. A build that was killed leaves
   * an index behind, which a later build deletes.
   * @returns the number of bikes
   */
  async build({
    progress,
    stopping,
  }: {
    progress?: (done: number, of: number) => void;
    stopping?: AbortSignal;
  } = {}): Promise<number> {
    const { client, source, positions } = this.#deps;
    await this.#removeAbandoned();
    const index = `${client.alias}-${indexVersion}-${this.#now()}-${randomBytes(3).toString('hex')}`;
    const since = await ChangeFeed.begin(source);
    const round = await positions.nextRound();
    await client.request('PUT', index, indexSettings);
    const expected = await source.countAll();
    let done = 0;
    for (let rows = await source.all('', batchSize); rows.length > 0; ) {
      if (stopping?.aborted) {
        await client.request('DELETE', index);
        return done;
      }
      await client.bulk(
        index,
        round,
        rows.map((bike) => ({ id: bike.id, body: documentOf(bike) })),
      );
      done += rows.length;
      progress?.(done, Math.max(expected, done));
      rows = rows.length < batchSize ? [] : await source.all(rows.at(-1)?.id ?? '', batchSize);
    }
    await client.request('POST', `${index}/_refresh`);
    // From its position the new index follows what was written meanwhile.
    await positions.add(index, since);
    const old = await client.find(`_alias/${client.alias}`);
    const names = old === null ? [] : Object.keys(v.parse(Aliased, old));
    await client.request('POST', '_aliases', {
      actions: [{ add: { index, alias: client.alias } }, ...names.map((name) => ({ remove_index: { index: name } }))],
    });
    await positions.remove(names);
    this.#isCountOff = false;
    this.#countedAt = this.#now();
    this.#deps.onChange();
    return done;
  }

  async #removeAbandoned(): Promise<void> {
    const { client, positions } = this.#deps;
    const found = v.parse(Aliased, await client.request('GET', `${client.alias}-*/_alias`));
    const abandoned = Object.entries(found).flatMap(([name, value]) => {
      const { aliases } = v.parse(v.object({ aliases: Aliased }), value);
      const isOurs =
        name.startsWith(`${client.alias}-`) && /^\d+-\d+-[0-9a-f]{6}$/.test(name.slice(client.alias.length + 1));
      const isOld = this.#now() - Number(name.split('-').at(-2)) > abandonedMs;
      return isOurs && isOld && Object.keys(aliases).length === 0 ? [name] : [];
    });
    for (const name of abandoned) await client.request('DELETE', name);
    await positions.remove(abandoned);
  }
}

/** The version in an index's name; 0 for a foreign index. */
const versionOf = (index: string): number => Number(/-(\d+)-\d+-[0-9a-f]{6}$/.exec(index)?.[1] ?? 0);
