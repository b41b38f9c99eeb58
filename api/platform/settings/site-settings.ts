import { isDeepStrictEqual } from 'node:util';
import type { Collection, Db, Document } from 'mongodb';
import { defaultJoinSettings, type JoiningChange } from '#contract/join-settings.ts';
import type { SiteChange, SiteSetup } from '#contract/site.ts';
import { defaultColor, defaultSiteName } from '#contract/site-color.ts';
import type { Now } from '../clock.ts';
import { isOutOfService } from '../mongo.ts';

/** The collection of everything that operators set on the site itself. */
export const siteCollection = 'site';

type Settings = SiteSetup['settings'];
type Announcement = NonNullable<SiteSetup['announcement']>;
type Row = Document & { _id: (typeof ids)[number] };
type State = Omit<SiteSetup, 'defaults'>;
/** Name and color as they are shown. */
type SiteLook = { name: string; color: string };

const ids = ['settings', 'announcement', 'maintenance', 'joining', 'caches'] as const;
const none: Settings = { name: null, color: null, sender: null, rules: null };

function stateOf(rows: readonly Row[]): State {
  const rowOf = (id: Row['_id']) => {
    const { _id, ...row } = rows.find((one) => one._id === id) ?? { _id: id };
    return row as Document;
  };
  const [settings, announcement, maintenance] = [rowOf('settings'), rowOf('announcement'), rowOf('maintenance')];
  return {
    settings: { ...none, ...settings },
    announcement: announcement.id ? (announcement as Announcement) : null,
    maintenance: maintenance.text ? (maintenance as SiteSetup['maintenance']) : null,
    joining: { ...defaultJoinSettings, ...rowOf('joining') },
  };
}

/**
 * The operators' settings of the site itself: name, color, sender, rules, announcement, maintenance and how one may
 * join. Each process has it in memory and looks for changes of others every two seconds.
 */
export class SiteSettings {
  readonly #rows: Collection<Row>;
  readonly #now: Now;
  #state: State = stateOf([]);
  #reads = 0;
  /** Number of the read that the state is of. */
  #latestRead = 0;
  #onChange = (): void => undefined;
  #onDropCaches = (): void => undefined;
  /** When a command last asked for it; undefined before the first read. */
  #cachesDroppedAt: string | undefined;

  constructor(db: Db, now: Now) {
    this.#rows = db.collection<Row>(siteCollection);
    this.#now = now;
  }

  /** The settings as this process knows them. */
  get current(): State {
    return this.#state;
  }

  get look(): SiteLook {
    const { name, color } = this.#state.settings;
    return { name: name ?? defaultSiteName, color: color ?? defaultColor };
  }

  /** Calls `listener` when another process has changed something. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Calls `listener` when a command has changed the database, so that cached responses may be out of date. */
  onDropCaches(listener: () => void): void {
    this.#onDropCaches = listener;
  }

  /** Makes every process drop its cached responses within two seconds. */
  async dropCaches(): Promise<void> {
    await this.#rows.updateOne({ _id: 'caches' }, { $set: { droppedAt: this.#time() } }, { upsert: true });
  }

  /** Reads the settings from the database. */
  async read(): Promise<State> {
    this.#reads += 1;
    const turn = this.#reads;
    const rows = await this.#rows.find({ _id: { $in: ids } }).toArray();
    const state = stateOf(rows);
    // A read that began before a write may end after the read that follows the write.
    if (turn < this.#latestRead) return this.#state;
    this.#latestRead = turn;
    const isChanged = !isDeepStrictEqual(state, this.#state);
    this.#state = state;
    if (isChanged) this.#onChange();
    this.#followDrops(rows.find(({ _id }) => _id === 'caches')?.droppedAt ?? '');
    return state;
  }

  #followDrops(droppedAt: string): void {
    const known = this.#cachesDroppedAt;
    this.#cachesDroppedAt = droppedAt;
    if (known !== undefined && known !== droppedAt) this.#onDropCaches();
  }

  /** The same while the database may be away: what is known stays. */
  async follow(): Promise<void> {
    await this.read().catch((error: unknown) => {
      if (!isOutOfService(error)) throw error;
    });
  }

  async change(change: SiteChange): Promise<State> {
    const entries = Object.entries(change).filter(([, value]) => value !== undefined);
    const isDefault = ([, value]: [string, unknown]) => value === null || value === '';
    const set = Object.fromEntries(entries.filter((entry) => !isDefault(entry)));
    const unset = Object.fromEntries(entries.filter(isDefault).map(([name]) => [name, '' as const]));
    const update = {
      ...(Object.keys(set).length > 0 && { $set: set }),
      ...(Object.keys(unset).length > 0 && { $unset: unset }),
    };
    if (Object.keys(update).length > 0) await this.#rows.updateOne({ _id: 'settings' }, update, { upsert: true });
    return this.read();
  }

  /** Publishing the same announcement again changes nothing but its words. */
  async announce(
    { id, text, link = null }: Pick<Announcement, 'id' | 'text'> & { link?: string | null | undefined },
    by: string,
  ): Promise<State> {
    await this.#rows.replaceOne({ _id: 'announcement' }, { id, text, link, by, at: this.#time() }, { upsert: true });
    return this.read();
  }

  /** Ends an announcement unless it has been replaced. */
  async endAnnouncement(id: string): Promise<State> {
    await this.#rows.deleteOne({ _id: 'announcement', id });
    return this.read();
  }

  async changeJoining({ question, ...change }: JoiningChange): Promise<State> {
    const set = { ...change, ...(question !== undefined && { question: question || null }) };
    const update = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
    if (Object.keys(update).length > 0)
      await this.#rows.updateOne({ _id: 'joining' }, { $set: update }, { upsert: true });
    return this.read();
  }

  /** @param text the sentence that everybody reads */
  async beginMaintenance(text: string, by: string): Promise<State> {
    await this.#rows.replaceOne({ _id: 'maintenance' }, { text, by, at: this.#time() }, { upsert: true });
    return this.read();
  }

  async endMaintenance(): Promise<State> {
    await this.#rows.deleteOne({ _id: 'maintenance' });
    return this.read();
  }

  #time(): string {
    return this.#now().toISOString();
  }
}
