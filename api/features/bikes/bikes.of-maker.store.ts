import type { Collection, Db, Filter } from 'mongodb';
import { readRows } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { BuildEntry } from '#contract/history.ts';
import type { MakerKind } from '#contract/makers.ts';
import type { Page } from '#contract/paging.ts';
import { alongNewest, type BikeRow, type ListedRow, listFields, toCard } from './bikes.store.ts';

/** A maker, model or part by its key. */
type Named = { kind: MakerKind; key: string };

const fieldOf = { brand: 'brandKey', model: 'modelKey', part: 'partKeys' } as const;
/** The index of each kind, as a hint. Models share theirs with related bikes. */
const indexes = {
  brand: { status: 1, brandKey: 1, publishedAt: -1, _id: -1 },
  model: { status: 1, modelKey: 1, publishedAt: -1, _id: -1 },
  part: { status: 1, partKeys: 1, publishedAt: -1, _id: -1 },
} as const;

const specFields = {
  drivetrain: 1,
  rearGear: 1,
  frameMaterial: 1,
  wheelSize: 1,
  brakeType: 1,
  handlebarType: 1,
  suspension: 1,
  buildState: 1,
  colors: 1,
  weightG: 1,
} as const;
/** The fields that each kind of page counts. They are whole: parts of arrays cost more than they save. */
const countedFields = {
  brand: { ...listFields, modelKey: 1 },
  model: { ...listFields, ...specFields, modelKey: 1 },
  part: { ...listFields, modelKey: 1, componentKeys: 1, components: 1 },
} as const;
export type CountedBike = ListedRow &
  Partial<Pick<BikeRow, keyof typeof specFields | 'modelKey' | 'componentKeys' | 'components'>>;

type PartsRow = Pick<BikeRow, '_id' | 'publishedAt' | 'components'> & Partial<Pick<BikeRow, 'componentKeys'>>;

const visible = ({ kind, key }: Named): Filter<BikeRow> => ({ status: 'Active', [fieldOf[kind]]: key });

/** Reads the visible bikes of a maker, of a model, or with a part. Each method is one query along the index of its kind. */
export class MakerBikesStore {
  readonly #db: Db;
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#db = db;
    this.#bikes = db.collection('bikes');
  }

  async createIndexes(): Promise<void> {
    await this.#bikes.createIndexes([{ key: indexes.brand }, { key: indexes.part }]);
  }

  /** Newest first. */
  async list(named: Named, limit: number, cursor?: string): Promise<Page<BikeCard>> {
    const rows = await readRows<BikeRow, ListedRow>(this.#db, 'bikes', {
      filter: { ...visible(named), ...after<BikeRow>('publishedAt', cursor, (at) => new Date(at)) },
      fields: listFields,
      sort: { publishedAt: -1, _id: -1 },
      hint: indexes[named.kind],
      limit: limit + 1,
    });
    return page(rows, limit, toCard, (row) => ({ at: row.publishedAt.getTime(), id: row._id }));
  }

  /** The newest ones with what their page counts. */
  newest(named: Named, limit: number): Promise<CountedBike[]> {
    return readRows<BikeRow, CountedBike>(this.#db, 'bikes', {
      filter: visible(named),
      fields: countedFields[named.kind],
      sort: { publishedAt: -1, _id: -1 },
      hint: indexes[named.kind],
      limit,
    });
  }

  /** The next maker or model by its key, with its newest visible bike; null after the last one. */
  async nextName(kind: 'brand' | 'model', after: string) {
    const field = fieldOf[kind];
    const [row] = await readRows<BikeRow, Pick<BikeRow, 'brandKey' | 'modelKey' | 'brand' | 'model' | 'publishedAt'>>(
      this.#db,
      'bikes',
      {
        filter: { status: 'Active', [field]: { $gt: after } } as Filter<BikeRow>,
        fields: { [field]: 1, brand: 1, model: 1, publishedAt: 1 },
        sort: { [field]: 1, publishedAt: -1, _id: -1 },
        hint: indexes[kind],
        limit: 1,
      },
    );
    return row ? { key: row[field] ?? '', brand: row.brand, model: row.model, publishedAt: row.publishedAt } : null;
  }

  /** Visible bikes published after a position, oldest first, with the lines that name a part. */
  async withPartsAfter(after: { id: string; publishedAt: Date } | null, limit: number) {
    const { publishedAt, id } = after ?? { publishedAt: new Date(0), id: '' };
    const rows = await readRows<BikeRow, PartsRow>(this.#db, 'bikes', {
      filter: {
        status: 'Active',
        publishedAt: { $gte: publishedAt },
        $or: [{ publishedAt: { $gt: publishedAt } }, { publishedAt, _id: { $gt: id } }],
      },
      fields: { publishedAt: 1, componentKeys: 1, components: 1 },
      sort: { publishedAt: 1, _id: 1 },
      hint: alongNewest,
      limit,
    });
    return rows.map(({ _id, publishedAt: at, componentKeys = [], components = [] }) => ({
      id: _id,
      publishedAt: at,
      parts: componentKeys.flatMap((key, place) => {
        const line = components[place];
        return line && key.includes(' ') ? [{ key, line }] : [];
      }),
    }));
  }

  /** The build histories of the newest ones that have one. */
  async histories(named: Named, limit: number): Promise<BuildEntry[][]> {
    const rows = await readRows<BikeRow, Partial<Pick<BikeRow, 'history'>>>(this.#db, 'bikes', {
      filter: visible(named),
      fields: { history: 1 },
      sort: { publishedAt: -1, _id: -1 },
      hint: indexes[named.kind],
      limit,
    });
    return rows.flatMap(({ history = [] }) => (history.length > 0 ? [history] : []));
  }

  /** Counts them along the index alone. */
  count(named: Named): Promise<number> {
    return this.#bikes.countDocuments(visible(named), { hint: indexes[named.kind] });
  }

  /** When the first of them was published; null if there is none. */
  async since(named: Named): Promise<Date | null> {
    const [first] = await readRows<BikeRow, Pick<BikeRow, 'publishedAt'>>(this.#db, 'bikes', {
      filter: visible(named),
      fields: { publishedAt: 1 },
      sort: { publishedAt: 1, _id: 1 },
      hint: indexes[named.kind],
      limit: 1,
    });
    return first?.publishedAt ?? null;
  }
}
