import type { CountedBike, MakerBikesStore } from '#api/features/bikes/bikes.of-maker.store.ts';
import { toCard } from '#api/features/bikes/bikes.store.ts';
import type { Now } from '#api/platform/clock.ts';
import { TtlValue } from '#api/platform/ttl-value.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { nameKey } from '#contract/brands.ts';
import type { ComponentSlot } from '#contract/components.ts';
import type { BuildEntry } from '#contract/history.ts';
import { pageSize } from '#contract/list-sizes.ts';
import { countedFields, type MakerPage } from '#contract/makers.ts';
import { makerOfKey } from '#contract/model-key.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import { deletedMember, type Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { MakerFold, Named } from './makers.fold.ts';
import type { MakerNames } from './makers.names.ts';

/** The names in an address. */
export type Asked = { brand: string; model?: string | undefined; part?: string | undefined };

interface Deps {
  bikes: MakerBikesStore;
  names: MakerNames;
  now: Now;
}

/** Number of newest bikes that a page counts. The reads of one page are then as many with any number of bikes. */
const maxCounted = 100;
/** Number of newest bikes whose build histories are read, which may be long. */
const maxHistories = 60;
/** Maximum values of a field, entries of a list, and owners. */
const [maxValues, maxNamed, maxOwners] = [5, 30, 12];
/** Slots of "what people changed first", and new parts of each. */
const [maxSlots, maxNewParts] = [8, 3];
const minWeights = 2;
/** Maximum age in milliseconds of the number of bikes, if there are more than are read, and how many such numbers are kept. */
const [countMaxAgeMs, maxCounts] = [60_000, 500];

/** The values with the number of times that each occurs, the most common first. */
function tally<T extends string>(values: Iterable<T | null | undefined>): { value: T; count: number }[] {
  const counts = new Map<T, number>();
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

/** A name with capitals and small letters. */
const isProper = (text: string): boolean => /^[^\p{L}]*\p{Lu}.*\p{Ll}/u.test(text);

/** The most common one of some texts; of equally common ones that with capitals and small letters. */
function usual(texts: Iterable<string>): string {
  const [first, ...others] = tally(texts);
  const equal = others.filter(({ count }) => count === first?.count);
  return [first, ...equal].find((one) => one && isProper(one.value))?.value ?? first?.value ?? '';
}

const rangeOf = (values: readonly number[]) =>
  values.length > 0 ? { min: Math.min(...values), max: Math.max(...values), count: values.length } : null;

type NamedCount = MakerPage['models'][number];

class Counter {
  readonly #bikes: readonly CountedBike[];
  readonly #fold: MakerFold;

  constructor(bikes: readonly CountedBike[], fold: MakerFold) {
    this.#bikes = bikes;
    this.#fold = fold;
  }

  /** The name of a maker as it is shown. */
  brand(key: string, written: string): string {
    return this.#fold.nameOf({ kind: 'brand', key }) ?? written;
  }

  modelName(key: string, bikes: readonly CountedBike[]): string {
    return this.#fold.nameOf({ kind: 'model', key }) ?? usual(bikes.map(({ model }) => model));
  }

  fields(): MakerPage['fields'] {
    return countedFields.flatMap((field) => {
      const values = tally(this.#bikes.map((bike) => bike[field] as string | null | undefined)).slice(0, maxValues);
      return values.length > 0 ? [{ field, values }] : [];
    });
  }

  colors = (): MakerPage['colors'] => tally(this.#bikes.flatMap(({ colors }) => colors ?? []));

  years(): MakerPage['years'] {
    const range = rangeOf(this.#bikes.flatMap(({ year }) => year ?? []));
    return range && { from: range.min, to: range.max };
  }

  weight(): MakerPage['weight'] {
    const range = rangeOf(this.#bikes.flatMap(({ weightG }) => weightG ?? []));
    return range && range.count >= minWeights ? range : null;
  }

  models(): NamedCount[] {
    const groups = [...Map.groupBy(this.#bikes, ({ modelKey = '' }) => modelKey)].filter(([key]) => key !== '');
    return groups
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, maxNamed)
      .map(([key, bikes]) => ({
        brand: this.brand(makerOfKey(key), bikes[0]?.brand ?? ''),
        name: this.modelName(key, bikes),
        count: bikes.length,
      }));
  }

  /** The parts of a maker, by the bikes that have them. */
  parts(makerKey: string): NamedCount[] {
    const written = this.#partsBy((key) => key.startsWith(`${makerKey} `));
    return written.slice(0, maxNamed);
  }

  /** The lines that name a part, by its key. */
  *linesOf(isMeant: (key: string) => boolean) {
    for (const { componentKeys = [], components = [] } of this.#bikes)
      for (const [place, key] of componentKeys.entries()) {
        const line = components[place];
        if (line && isMeant(key)) yield { key, line };
      }
  }

  #partsBy(isMeant: (key: string) => boolean): NamedCount[] {
    const groups = new Map<string, { slot: ComponentSlot; text: string; brand: string }[]>();
    for (const { key, line } of this.linesOf(isMeant)) {
      const lines = groups.get(key);
      if (lines) lines.push(line);
      else groups.set(key, [line]);
    }
    return [...groups]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([key, lines]) => ({ ...this.partName(key, lines), count: lines.length }));
  }

  /** The names of a part and of its maker as they are shown. */
  partName(key: string, lines: readonly { slot: ComponentSlot; text: string; brand?: string }[]) {
    const read = lines.slice(0, maxRead).flatMap((line) => this.#fold.part({ brand: '', ...line }) ?? []);
    return {
      brand: this.brand(makerOfKey(key), usual(read.map(({ maker }) => maker))),
      name: this.#fold.nameOf({ kind: 'part', key }) ?? usual(read.map(({ name }) => name)),
    };
  }

  slots = (partKey: string): MakerPage['slots'] =>
    tally([...this.linesOf((key) => key === partKey)].map(({ line }) => line.slot)).map(({ value: slot, count }) => ({
      slot,
      count,
    }));

  /** The changes of the earliest entry of each build history that has some, each slot of a bike once. */
  changed(histories: readonly BuildEntry[][]): MakerPage['changed'] {
    const firsts = histories.flatMap((history) => {
      const [first] = history
        .filter(({ componentChanges = [] }) => componentChanges.length > 0)
        .toSorted((a, b) => a.date.localeCompare(b.date));
      return first ? [...new Map(first.componentChanges.map((one) => [one.slot, one])).values()] : [];
    });
    return [...Map.groupBy(firsts, ({ slot }) => slot)]
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, maxSlots)
      .map(([slot, changes]) => ({ slot, count: changes.length, parts: this.#newParts(slot, changes) }));
  }

  #newParts(slot: ComponentSlot, changes: readonly { after: string }[]): NamedCount[] {
    const lines = changes.flatMap(({ after: text }) => {
      const part = text ? this.#fold.part({ slot, text, brand: '' }) : null;
      return part?.name ? [{ key: part.key, line: { slot, text, brand: '' } }] : [];
    });
    return [...Map.groupBy(lines, ({ key }) => key)]
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, maxNewParts)
      .map(([key, some]) => ({
        ...this.partName(
          key,
          some.map(({ line }) => line),
        ),
        count: some.length,
      }));
  }

  liked = (): CountedBike[] => this.#bikes.toSorted((a, b) => b.counts.likes - a.counts.likes);

  owners(): Person[] {
    const owners = new Map(this.liked().map(({ owner: { id, username, avatar } }) => [id, { id, username, avatar }]));
    return [...owners.values()].filter(({ username }) => username !== deletedMember).slice(0, maxOwners);
  }
}

/** Writings of a part that are read to name it. */
const maxRead = 10;

/** The pages of makers, models and parts, from what members wrote. */
export class MakerService {
  readonly #deps: Deps;
  readonly #counts = new Map<string, TtlValue<number>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws not_found if no visible bike has it */
  async page(asked: Asked): Promise<MakerPage> {
    const { bikes, names } = this.#deps;
    const fold = await names.fold();
    const named = this.#named(fold, asked);
    const ofParts: Named = { kind: 'part', key: named.key };
    const isBrand = named.kind === 'brand';
    const [own, withParts] = await Promise.all([
      bikes.newest(named, maxCounted),
      isBrand ? bikes.newest(ofParts, maxCounted) : [],
    ]);
    const isOfParts = own.length === 0 && withParts.length > 0;
    const counted = isOfParts ? withParts : own;
    const source = isOfParts ? ofParts : named;
    const isAll = counted.length < maxCounted;
    const isModel = named.kind === 'model';
    const [count, since, histories] = await Promise.all([
      isAll ? counted.length : this.#count(source),
      isAll ? counted.at(-1)?.publishedAt : bikes.since(source),
      isModel ? bikes.histories(named, maxHistories) : [],
    ]);
    if (counted.length === 0 || !since) throw new Problem('not_found');
    const counter = new Counter(counted, fold);
    const { kind, key } = named;
    return {
      kind,
      key,
      ...this.#titleOf(named, counted, counter),
      bikes: count,
      isOfParts,
      counted: counted.length,
      years: isOfParts ? null : counter.years(),
      since: since.toISOString(),
      fields: counter.fields().filter(({ field }) => isModel || field === 'category'),
      colors: isModel ? counter.colors() : [],
      weight: isModel ? counter.weight() : null,
      models: isModel ? [] : counter.models(),
      parts: isBrand ? new Counter(withParts, fold).parts(key) : [],
      slots: kind === 'part' ? counter.slots(key) : [],
      changed: counter.changed(histories),
      liked: counted.length > pageSize ? counter.liked().slice(0, maxLiked).map(toCard) : [],
      owners: isModel ? counter.owners() : [],
    };
  }

  /** Its bikes, newest first. @throws not_found if the names have no letter or digit */
  async bikes({ cursor, limit = pageSize, ...asked }: Asked & PageQuery): Promise<Page<BikeCard>> {
    const { bikes, names } = this.#deps;
    const named = this.#named(await names.fold(), asked);
    const found = await bikes.list(named, limit, cursor);
    if (named.kind !== 'brand' || found.items.length > 0) return found;
    // A maker of parts alone. A list that has ended stays so, as its cursor is of one of both.
    const isEnd = cursor !== undefined && (await bikes.since(named)) !== null;
    return isEnd ? found : bikes.list({ kind: 'part', key: named.key }, limit, cursor);
  }

  /** The number of bikes of something that has many; it may be a minute old. */
  #count(named: Named): Promise<number> {
    const { bikes, now } = this.#deps;
    const id = `${named.kind}:${named.key}`;
    if (this.#counts.size >= maxCounts) this.#counts.clear();
    const count = this.#counts.get(id) ?? new TtlValue(() => bikes.count(named), { now, maxAgeMs: countMaxAgeMs });
    this.#counts.set(id, count);
    return count.get();
  }

  #named(fold: MakerFold, asked: Asked): Named {
    const named = fold.find(asked);
    if (!named) throw new Problem('not_found');
    return named;
  }

  #titleOf({ kind, key }: Named, bikes: readonly CountedBike[], counter: Counter): { brand: string; name: string } {
    if (kind === 'part') {
      const lines = [...counter.linesOf((one) => one === key)].map(({ line }) => line);
      return counter.partName(key, lines);
    }
    const brandKey = makerOfKey(key);
    const written = usual(bikes.map(({ brand }) => brand).filter((brand) => nameKey(brand) === brandKey));
    const brand = counter.brand(brandKey, written || (bikes[0]?.brand ?? ''));
    return { brand, name: kind === 'model' ? counter.modelName(key, bikes) : '' };
  }
}

/** Most liked bikes on a page. */
const maxLiked = 6;
