import * as v from 'valibot';
import type { Now } from '#api/platform/clock.ts';
import type { Effect, Effects } from '#api/platform/effects.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { Move } from '#contract/bike-standing.ts';
import type { OwnBike } from '#contract/bike-status.ts';
import { type Bike, PublishedBike } from '#contract/bike-whole.ts';
import { type OwnCard } from '#contract/bikes.ts';
import { permitted } from '#contract/may.ts';
import { type Page, type PageQuery, pageSize } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import type { Becoming, BikeStatusStore, StoodBike } from './bikes.status.store.ts';

const tries = 5;
/** What somebody else can see. */
const shown: readonly BikeStatus[] = ['Active', 'Flagged'];

/** What moderators do to a bike. */
export type BikeVerdict = { to: 'Flagged' | 'Removed' | 'Active'; reason: string };

interface Needs {
  bikes: Pick<BikeStatusStore, 'find' | 'become' | 'ownedBy'>;
  /** Whether a member left or was shut out, so that their bikes are away. */
  isGone(memberId: string): Promise<boolean>;
  tell: Effects['tell'];
  now: Now;
}

/** Only what is complete is published. @throws FieldsRefused */
function checkComplete(bike: Bike): void {
  const { success, issues } = v.safeParse(PublishedBike, { ...bike, status: 'Active' });
  if (!success) throw new FieldsRefused(v.flatten<typeof PublishedBike>(issues).nested as Record<string, string[]>);
}

/** What a bike becomes by its owner; null where it is that already. */
function byOwner({ own, status, away, flag, publishedAt }: StoodBike, to: Move['to'], at: Date): Becoming | null {
  if (status === to && !away) return null;
  // What was deleted for itself does not come back with its owner.
  if (to !== 'Active') return { status: to, from: null, at };
  if (status === 'Flagged') return null;
  checkComplete(own.bike);
  return { status: flag?.open ? 'Flagged' : 'Active', at, ...(!publishedAt && { publishedAt: at }) };
}

/** What a bike becomes by a moderator; null where it is that already. */
function byModerator(
  { status, away, from: back, flag, removal }: StoodBike,
  { to, reason }: BikeVerdict,
  at: Date,
): Becoming | null {
  switch (to) {
    case 'Flagged':
      return { status: to, at, flag: { reason, at, open: true, fixed: flag?.fixed ?? false } };
    case 'Removed': {
      const from = removal?.from ?? ((back ?? status) === 'Draft' ? 'Draft' : 'Active');
      const removed = { reason, at, from } as const;
      return away ? { status, from: to, at, removal: removed } : { status: to, at, removal: removed };
    }
    case 'Active':
      if (away || (status !== 'Flagged' && status !== 'Removed')) return null;
      // What nobody else saw before stays its owner's.
      return { status: status === 'Removed' ? (removal?.from ?? to) : to, at, flag: null, removal: null };
  }
}

/** What a bike is to whom, and how that changes: the one place that does. `contract/may.ts` says who may. */
export class BikeStatusService {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  #at(): number {
    return this.#needs.now().getTime();
  }

  /**
   * Lets a bike become what `next` says of it as it stands; looks again when somebody else was quicker.
   * @throws what `next` throws, also when its owner went meanwhile; unavailable
   */
  async #change(id: string, next: (bike: StoodBike | null) => [StoodBike, Becoming | null]): Promise<StoodBike> {
    const { bikes, isGone } = this.#needs;
    for (let i = 0; i < tries; i++) {
      const [bike, becoming] = next(await bikes.find(id));
      if (!becoming) return bike;
      // Asked between the look and the write: whoever goes later finds the bike, or lets this write look again.
      if (shown.includes(becoming.status) && (await isGone(bike.owner.id))) next({ ...bike, away: true });
      if (await bikes.become(bike, becoming)) {
        const changed = await bikes.find(id);
        if (changed) return changed;
      }
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }

  /** One's own bikes in every status, newest first. */
  ownedBy(owner: Person, { cursor, limit = pageSize }: PageQuery): Promise<Page<OwnCard>> {
    return this.#needs.bikes.ownedBy(owner.id, this.#needs.now(), limit, cursor);
  }

  /** One's own bike, whatever its status. @throws not_found, forbidden, gone, bike.flagged */
  async own(owner: Person, id: string): Promise<OwnBike> {
    return permitted('bike.keep', owner, await this.#needs.bikes.find(id), { at: this.#at() }).own;
  }

  /**
   * Publishes, unpublishes or restores one's own bike. What is so already is the answer.
   * @throws not_found, forbidden, gone, bike.changed, bike.status, FieldsRefused, unavailable
   */
  async move(owner: Person, id: string, { from, to }: Move): Promise<OwnBike> {
    const { now, tell } = this.#needs;
    const { own } = await this.#change(id, (found) => {
      const bike = permitted('bike.move', owner, found, { from, to, at: this.#at() });
      return [bike, byOwner(bike, to, now())];
    });
    await tell({ what: 'bike.changed', bikeId: id });
    return own;
  }

  /** Deletes one's own bike; for 30 days it can be restored. @throws forbidden, not_found, unavailable */
  async remove(owner: Person, id: string): Promise<void> {
    const { now, tell } = this.#needs;
    await this.#change(id, (found) => {
      const bike = permitted('bike.move', owner, found, { from: null, to: 'Deleted', at: this.#at() });
      return [bike, byOwner(bike, 'Deleted', now())];
    });
    await tell({ what: 'bike.deleted', bikeId: id });
  }

  /** A bike as moderators meet it; null when there is none. */
  async judged(id: string): Promise<{ id: string; title: string; owner: Person; status: string } | null> {
    return this.#needs.bikes.find(id);
  }

  /** Carries out what was decided about a bike. @throws not_found, moderation.state, unavailable */
  async judge(id: string, verdict: BikeVerdict): Promise<void> {
    const { now, tell } = this.#needs;
    const bike = await this.#change(id, (found) => {
      const stood = permitted('bike.moderate', { id: '' }, found, verdict);
      return [stood, byModerator(stood, verdict, now())];
    });
    const gone = bike.status === 'Removed' ? 'bike.deleted' : 'bike.changed';
    const judged: Effect = {
      ...({ what: 'bike.judged', bikeId: id, ownerId: bike.owner.id, reason: verdict.reason } as const),
      status: bike.status,
    };
    await tell({ what: gone, bikeId: id }, judged);
  }
}
