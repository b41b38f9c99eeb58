/** When a bike was last written. */
type Change = { id: string; at: Date };

/** Where changes of bikes are read. */
export interface ChangeSource {
  /** Bikes written after a change, in order of writing. */
  changes(after: Change, limit: number): Promise<Change[]>;
  lastChange(): Promise<Date | null>;
}

/** Bikes read and applied per batch. */
export const batchSize = 100;
/** Changes applied per round. */
export const maxChanges = 500;
/**
 * Milliseconds by which a write may become visible after writes with later timestamps: clocks differ a little between
 * machines, and a write carries a time before the moment at which others see it.
 */
const overlapMs = 10_000;

/** Milliseconds within which two writes to a bike may carry the same timestamp. */
const sameMomentMs = 100;

/** A position after everything written up to that time. */
const positionAfter = (at: number): Change => ({ id: '\uffff', at: new Date(at) });

type Applied = {
  /** Timestamp of the write. */
  at: number;
  /** When the change was first and last applied, by this process's clock. */
  first: number;
  last: number;
};

/** Follows the writes of all processes to the bikes of the database. */
export class ChangeFeed {
  readonly #source: Pick<ChangeSource, 'changes'>;
  /** Recently applied changes by id. */
  readonly #applied = new Map<string, Applied>();
  /** Newest change seen, and when it was seen by this process's clock. */
  #checkpoints: { seenAt: number; change: number }[];
  /** Position of the next changes while there are more than one round applies. */
  #from: Change | null = null;

  /** @param since see {@link ChangeFeed.since} */
  constructor(source: Pick<ChangeSource, 'changes'>, since: number) {
    this.#source = source;
    this.#checkpoints = [{ seenAt: Number.NEGATIVE_INFINITY, change: since }];
  }

  /** Where a copy of all bikes that is made from now on begins to follow. */
  static async begin(source: Pick<ChangeSource, 'lastChange'>): Promise<number> {
    return ((await source.lastChange())?.getTime() ?? 0) - overlapMs;
  }

  /** Time up to which all changes have been applied: another feed may continue from it. */
  get since(): number {
    return this.#checkpoints[0]?.change ?? 0;
  }

  /**
   * Applies the next changes.
   * @param now milliseconds by this process's clock
   * @param apply copies the present state of these bikes; a batch that fails is repeated by the next call
   * @returns whether there are more
   */
  async follow(now: number, apply: (ids: readonly string[]) => Promise<void>): Promise<boolean> {
    const settled = this.#checkpoints.findLastIndex(({ seenAt }) => seenAt <= now - overlapMs);
    if (settled > 0) this.#checkpoints.splice(0, settled);
    const { since } = this;
    for (const [id, { at }] of this.#applied) if (at <= since) this.#applied.delete(id);
    const changes = await this.#source.changes(this.#from ?? positionAfter(since), maxChanges);
    const fresh = changes.filter((change) => this.#isFresh(change));
    for (let at = 0; at < fresh.length; at += batchSize) {
      const some = fresh.slice(at, at + batchSize);
      await apply(some.map(({ id }) => id));
      for (const change of some) this.#note(change, now);
    }
    const newest = changes.at(-1);
    const known = this.#checkpoints.at(-1)?.change ?? 0;
    if (newest && newest.at.getTime() > known) this.#checkpoints.push({ seenAt: now, change: newest.at.getTime() });
    this.#from = newest && changes.length === maxChanges ? newest : null;
    return this.#from !== null;
  }

  #isFresh({ id, at }: Change): boolean {
    const known = this.#applied.get(id);
    return known?.at !== at.getTime() || known.last - known.first < sameMomentMs;
  }

  #note({ id, at }: Change, now: number): void {
    const known = this.#applied.get(id);
    const first = known?.at === at.getTime() ? known.first : now;
    this.#applied.set(id, { at: at.getTime(), first, last: now });
  }
}
