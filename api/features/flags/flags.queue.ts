import type { BikeStatus } from '#contract/bike-options.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { FlagCase } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import type { Act } from '#contract/moderation.ts';
import { type Page, type PageQuery, pageSize } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { CaseRow, CaseStore } from './flags.cases.store.ts';
import type { FlagRow, FlagStore } from './flags.store.ts';

/** A flagged thing that stands on a bike, such as a comment. */
export type FlaggedPart = { id: string; owner: Person; status: BikeStatus; text: string };

interface Needs {
  flags: Pick<FlagStore, 'onAll'>;
  cases: Pick<CaseStore, 'list'>;
  /** Bikes, whatever their status, with the beginning of their stories. */
  bikesOf(ids: string[]): Promise<Map<string, { card: BikeCard; story: string }>>;
  /** What stands on bikes, by kind. */
  partsOf: Record<Exclude<FlagTarget, 'Post'>, (ids: string[]) => Promise<FlaggedPart[]>>;
  peopleOf(ids: string[]): Promise<Person[]>;
  /** What moderators did on these bikes, newest first. */
  actsOn(bikeIds: string[]): Promise<Act[]>;
}

const shownActs = 10;

/** What moderators look at: each page is a few queries, however many flags there are. */
export class FlagQueue {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  async list(state: CaseRow['state'], { cursor, limit = pageSize }: PageQuery): Promise<Page<FlagCase>> {
    const { cases, flags, bikesOf, actsOn } = this.#needs;
    const { items: rows, next } = await cases.list(state, limit, cursor);
    if (rows.length === 0) return { items: [], next };
    const bikeIds = [...new Set(rows.map(({ bikeId }) => bikeId))];
    const [given, bikes, acts, parts] = await Promise.all([
      flags.onAll(rows.map(({ _id }) => _id)),
      bikesOf(bikeIds),
      actsOn(bikeIds),
      this.#partsOf(rows),
    ]);
    const people = await this.#needs.peopleOf([...new Set(given.map(({ userId }) => userId))]);
    const names = new Map(people.map((person) => [person.id, person]));
    const items = rows.flatMap((row): FlagCase[] => {
      const bike = bikes.get(row.bikeId);
      const whole = bike && { owner: bike.card.owner, status: bike.card.status, text: bike.story };
      const thing = row.type === 'Post' ? whole : parts.get(row.targetId);
      if (!bike || !thing) return [];
      const { owner, status, text } = thing;
      return [
        {
          ...{ targetType: row.type, targetId: row.targetId, bike: bike.card, owner, status, text },
          ...{ open: row.state === 'open', hidden: row.hiddenAt !== null, at: row.at.toISOString() },
          flags: given.filter(({ target }) => target === row._id).map((flag) => toGiven(flag, names)),
          acts: acts.filter((act) => isAbout(act, row)).slice(0, shownActs),
        },
      ];
    });
    return { items, next };
  }

  async #partsOf(rows: readonly CaseRow[]): Promise<Map<string, FlaggedPart>> {
    const found = Object.entries(this.#needs.partsOf).map(([type, partsOf]) => {
      const ids = rows.filter((row) => row.type === type).map(({ targetId }) => targetId);
      return ids.length > 0 ? partsOf(ids) : [];
    });
    return new Map((await Promise.all(found)).flat().map((part) => [part.id, part]));
  }
}

const isAbout = ({ bike, comment }: Act, { type, targetId }: CaseRow): boolean =>
  type === 'Comment' ? comment?.id === targetId : !comment && bike?.id === targetId;

const toGiven = ({ reason, note, userId, weight, state, at }: FlagRow, names: ReadonlyMap<string, Person>) => ({
  ...{ reason, note, by: names.get(userId) ?? null, weight, state },
  at: at.toISOString(),
});
