import * as v from 'valibot';
import type { Now } from '#api/platform/clock.ts';
import type { AppEvent, Events } from '#api/platform/events.ts';
import type { Writer } from '#api/platform/http/kit.ts';
import type { Move } from '#contract/bike-notice.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { OwnBike } from '#contract/bike-status.ts';
import { type Bike, PublishedBike } from '#contract/bike-whole.ts';
import type { OwnCard } from '#contract/bikes.ts';
import { pageSize } from '#contract/list-sizes.ts';
import { permitted } from '#contract/may.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import type { Flag } from './bikes.removal.ts';
import type { BikeStatusStore, BikeWithStatus, StatusChange } from './bikes.status-transitions.store.ts';

const tries = 5;
/** Statuses that others can see. */
const shown: readonly BikeStatus[] = ['Active', 'Flagged'];

/** A moderator's decision about a bike. */
export type BikeDecision = { to: 'Flagged' | 'Removed' | 'Active'; reason: string };

interface Deps {
  bikes: BikeStatusStore;
  /** Whether a member left or was banned, so that their bikes are hidden. */
  isGone(memberId: string): Promise<boolean>;
  emit: Events['emit'];
  now: Now;
}

/** Returns null for a draft that was never published: it has no page and emits no events. */
const published = (bike: BikeWithStatus | null): BikeWithStatus | null =>
  bike?.own.bike.publishedAt == null ? null : bike;

/** Only complete bikes can be published. @throws FieldsRefused */
function checkComplete(bike: Bike): void {
  const { success, issues } = v.safeParse(PublishedBike, { ...bike, status: 'Active' });
  if (!success) throw new FieldsRefused(v.flatten<typeof PublishedBike>(issues).nested as Record<string, string[]>);
}

/** The change that an owner asks for; null if the bike is in that status already. */
function byOwner(
  { own, status, away, flag, publishedAt }: BikeWithStatus,
  to: Move['to'],
  at: Date,
): StatusChange | null {
  if (status === to && !away) return null;
  // `from: null`: a bike deleted for itself does not come back with its owner.
  if (to !== 'Active') return { status: to, from: null, at };
  if (status === 'Flagged') return null;
  checkComplete(own.bike);
  return { status: flag?.open ? 'Flagged' : 'Active', at, ...(!publishedAt && { publishedAt: at }) };
}

const flagged = (before: Flag | null, reason: string, at: Date): Flag => ({
  reason,
  at,
  open: true,
  fixed: before?.fixed ?? false,
  ...(before?.mendedAt && { mendedAt: before.mendedAt }),
});

/** The change that a moderator asks for; null if the bike is in that status already. */
function byModerator(
  { status, away, from: back, flag, removal }: BikeWithStatus,
  { to, reason }: BikeDecision,
  at: Date,
): StatusChange | null {
  switch (to) {
    case 'Flagged':
      return { status: to, at, flag: flagged(flag, reason, at) };
    case 'Removed': {
      const from = removal?.from ?? ((back ?? status) === 'Draft' ? 'Draft' : 'Active');
      const removed = { reason, at, from } as const;
      return away ? { status, from: to, at, removal: removed } : { status: to, at, removal: removed };
    }
    case 'Active':
      if (away || (status !== 'Flagged' && status !== 'Removed')) return null;
      // A draft that nobody else saw before comes back as a draft.
      return { status: status === 'Removed' ? (removal?.from ?? to) : to, at, flag: null, removal: null };
  }
}

/** Changes the status of bikes; the only place that does. `contract/may.ts` has the permissions. */
export class BikeStatusService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  #at(): number {
    return this.#deps.now().getTime();
  }

  /**
   * Applies the change that `next` returns for the current bike, and retries after a conflicting write.
   * @throws what `next` throws, also if the owner left meanwhile; unavailable
   */
  async #change(
    id: string,
    next: (bike: BikeWithStatus | null) => [BikeWithStatus, StatusChange | null],
  ): Promise<BikeWithStatus> {
    const { bikes, isGone } = this.#deps;
    for (let i = 0; i < tries; i++) {
      const [bike, change] = next(await bikes.find(id));
      if (!change) return bike;
      // Checked between the read and the write: an owner who leaves later either hides the changed bike, or makes this
      // write fail and retry.
      if (shown.includes(change.status) && (await isGone(bike.owner.id))) next({ ...bike, away: true });
      if (await bikes.applyStatus(bike, change)) {
        const changed = await bikes.find(id);
        if (changed) return changed;
      }
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }

  /** One's own bikes in every status, newest first. */
  ownedBy(owner: Person, { cursor, limit = pageSize }: PageQuery): Promise<Page<OwnCard>> {
    return this.#deps.bikes.ownedBy(owner.id, this.#deps.now(), limit, cursor);
  }

  /** One's own bike in any status. @throws not_found, forbidden, gone, bike.flagged */
  async own(owner: Person, id: string): Promise<OwnBike> {
    return permitted('bike.keep', owner, published(await this.#deps.bikes.find(id)), { at: this.#at() }).own;
  }

  /**
   * Publishes, unpublishes or restores one's own bike. Does nothing if it is in that status already.
   * @throws not_found, forbidden, gone, bike.changed, bike.status, posting.held, FieldsRefused, unavailable
   */
  async move(owner: Writer, id: string, { from, to }: Move): Promise<OwnBike> {
    const { now, emit } = this.#deps;
    const { own } = await this.#change(id, (found) => {
      const bike = permitted('bike.move', owner, found, { from, to, at: this.#at() });
      return [bike, byOwner(bike, to, now())];
    });
    await emit({ what: 'bike.changed', bikeId: id });
    return own;
  }

  /** Deletes one's own bike, which can be restored for 30 days. @throws forbidden, not_found, unavailable */
  async remove(owner: Person, id: string): Promise<void> {
    const { now, emit } = this.#deps;
    await this.#change(id, (found) => {
      const bike = permitted('bike.move', owner, found, { from: null, to: 'Deleted', at: this.#at() });
      return [bike, byOwner(bike, 'Deleted', now())];
    });
    await emit({ what: 'bike.deleted', bikeId: id });
  }

  /** A bike for moderators; null if there is none. */
  async forModerator(id: string) {
    const found = published(await this.#deps.bikes.find(id));
    if (!found) return null;
    const { title, owner, status, flag, removal } = found;
    const reason = (status === 'Removed' ? removal?.reason : flag?.reason) ?? '';
    return { name: `"${title}"`, bike: { id, title }, owner, status, reason };
  }

  /** Checks that a member may flag a bike. @throws not_found, gone, flag.own */
  async flaggable(user: Person, id: string): Promise<{ ownerId: string; bikeId: string; correctedAt: Date | null }> {
    const { owner, flag } = permitted('bike.flag', user, await this.#deps.bikes.find(id));
    return { ownerId: owner.id, bikeId: id, correctedAt: flag?.mendedAt ?? null };
  }

  /** Hides a flagged bike if it is visible. @returns whether it is flagged now @throws unavailable */
  async hide(id: string, reason: string): Promise<boolean> {
    const at = this.#deps.now();
    const bike = await this.#change(id, (found) => {
      if (!found) throw new Problem('not_found');
      const shown = found.status === 'Active' && !found.away;
      return [found, shown ? { status: 'Flagged', at, flag: flagged(found.flag, reason, at) } : null];
    });
    if (bike.status !== 'Flagged') return false;
    // Emit also if it was hidden already: a server that stopped may not have done so.
    await this.#emitJudged(bike, bike.flag?.reason ?? reason, bike.flag?.at ?? at);
    return true;
  }

  /** Applies a moderator's decision. @throws not_found, moderation.state, unavailable */
  async moderate(id: string, decision: BikeDecision): Promise<void> {
    const at = this.#deps.now();
    const bike = await this.#change(id, (found) => {
      const bike = permitted('bike.moderate', { id: '' }, published(found), decision);
      return [bike, byModerator(bike, decision, at)];
    });
    await this.#emitJudged(bike, decision.reason, at);
  }

  async #emitJudged({ id: bikeId, owner, status }: BikeWithStatus, reason: string, at: Date): Promise<void> {
    const gone = status === 'Removed' ? 'bike.deleted' : 'bike.changed';
    const decision = { reason, status, at: at.toISOString() };
    const judged: AppEvent = { what: 'bike.judged', bikeId, ownerId: owner.id, ...decision };
    await this.#deps.emit({ what: gone, bikeId }, judged);
  }
}
