import type { BikeStatus } from '#contract/bike-options.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { FlagCase, MemberStatus } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import { pageSize } from '#contract/list-sizes.ts';
import type { Act } from '#contract/moderation.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { CaseRow, CaseStore } from './flags.cases.store.ts';
import { type FlagRow, type FlagStore, targetOf } from './flags.store.ts';

/** A flagged item that is not a bike, such as a comment. */
export type FlaggedPart = { id: string; owner: Person; status: BikeStatus; text: string };

interface Deps {
  flags: FlagStore;
  cases: CaseStore;
  /** Bikes with the beginning of their stories, whatever their status. */
  bikesOf(ids: string[]): Promise<Map<string, { card: BikeCard; story: string }>>;
  /** Flagged items that are not bikes, by kind. `ownerIds`: the owner of each. */
  partsOf: Record<Exclude<FlagTarget, 'Post'>, (ids: string[], ownerIds: string[]) => Promise<FlaggedPart[]>>;
  peopleOf(ids: string[]): Promise<Person[]>;
  /** Account status of these members. */
  accountStatusesOf(ids: string[]): Promise<ReadonlyMap<string, MemberStatus>>;
  /** Moderators' acts on these bikes, and on these members and their other items, newest first. */
  actsOn(about: { bikeIds: string[]; memberIds: string[] }): Promise<Act[]>;
}

const shownActs = 10;
const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];
/** Whether it belongs to no bike; then the owner's account is shown with it. */
const isPersonal = ({ type }: CaseRow): boolean => type === 'User' || type === 'Message' || type === 'List';

/** The moderators' review queue. A page takes a few queries, however many flags there are. */
export class FlagQueue {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async list(state: CaseRow['state'], { cursor, limit = pageSize }: PageQuery): Promise<Page<FlagCase>> {
    const { cases, flags, bikesOf, actsOn, accountStatusesOf } = this.#deps;
    const { items: rows, next } = await cases.list(state, limit, cursor);
    if (rows.length === 0) return { items: [], next };
    const bikeIds = distinct(rows.map(({ bikeId }) => bikeId));
    const memberIds = distinct(rows.filter(isPersonal).map(({ ownerId }) => ownerId));
    const [listed, bikes, acts, parts, accountStatuses] = await Promise.all([
      flags.onAll(rows.map(({ _id }) => _id)),
      bikesOf(bikeIds),
      actsOn({ bikeIds, memberIds }),
      this.#partsOf(rows),
      accountStatusesOf(memberIds),
    ]);
    const people = await this.#deps.peopleOf([...new Set(listed.map(({ userId }) => userId))]);
    const names = new Map(people.map((person) => [person.id, person]));
    const items = rows.flatMap((row): FlagCase[] => {
      const bike = bikes.get(row.bikeId ?? '') ?? null;
      const whole = bike && { owner: bike.card.owner, status: bike.card.status, text: bike.story };
      const thing = row.type === 'Post' ? whole : parts.get(row.targetId);
      if (!thing || (!bike && row.bikeId !== null)) return [];
      const { owner, status, text } = thing;
      return [
        {
          targetType: row.type,
          targetId: row.targetId,
          bike: bike?.card ?? null,
          owner,
          status,
          standing: accountStatuses.get(row.ownerId) ?? null,
          text: row.words ?? text,
          open: row.state === 'open',
          hidden: row.hiddenAt !== null,
          at: row.at.toISOString(),
          flags: listed.filter(({ target }) => target === row._id).map((flag) => toListed(flag, names)),
          acts: acts.filter((act) => isAbout(act, row)).slice(0, shownActs),
        },
      ];
    });
    return { items, next };
  }

  async #partsOf(rows: readonly CaseRow[]): Promise<Map<string, FlaggedPart>> {
    const found = Object.entries(this.#deps.partsOf).map(([type, partsOf]) => {
      const own = rows.filter((row) => row.type === type);
      const ids = own.map(({ targetId }) => targetId);
      const ownerIds = own.map(({ ownerId }) => ownerId);
      return ids.length > 0 ? partsOf(ids, ownerIds) : [];
    });
    return new Map((await Promise.all(found)).flat().map((part) => [part.id, part]));
  }
}

const accountActs: readonly Act['what'][] = ['suspend', 'ban', 'restore'];

/** Target of an act as `type:id`. */
function targetOfAct({ bike, comment, message, list, member }: Act): string {
  if (list) return targetOf('List', list.id);
  if (message) return targetOf('Message', message.id);
  if (comment) return targetOf('Comment', comment.id);
  return bike ? targetOf('Post', bike.id) : targetOf('User', member.id);
}

/** Whether an act concerns a case: the item itself, or the account of the author of a message or list. */
function isAbout(act: Act, { _id, type, ownerId }: CaseRow): boolean {
  const target = targetOfAct(act);
  return (
    target === _id ||
    ((type === 'Message' || type === 'List') && accountActs.includes(act.what) && target === targetOf('User', ownerId))
  );
}

const toListed = ({ reason, note, userId, weight, state, at }: FlagRow, names: ReadonlyMap<string, Person>) => ({
  reason,
  note,
  by: names.get(userId) ?? null,
  weight,
  state,
  at: at.toISOString(),
});
