import type { Now } from '#api/platform/clock.ts';
import type { Eraser } from '#api/platform/erasers.ts';
import { daysToErasure } from '#contract/accounts.ts';
import type { DepartureStore } from './accounts.departure.store.ts';
import { linkMs } from './accounts.link-times.ts';
import type { LinkStore } from './accounts.links.store.ts';
import type { AccountStore } from './accounts.store.ts';

const day = 86_400_000;

interface Deps {
  departures: DepartureStore;
  accounts: AccountStore;
  links: LinkStore;
  /** Erasers of what members posted; they run before the others. */
  contentErasers: readonly Eraser[];
  erasers: readonly Eraser[];
  now: Now;
}

/**
 * Erases accounts for good. One write closes the account first, so a restore either comes before it or fails. The row
 * is deleted last, so that the next run finds what a crash has left.
 */
export class ErasureService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Erases accounts deleted 30 days ago, with all content. */
  async sweep(stopping: AbortSignal): Promise<void> {
    const { departures, now } = this.#deps;
    const failures: unknown[] = [];
    for (const id of await departures.due(now())) {
      if (stopping.aborted) return;
      await this.#erase(id, stopping).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some accounts could not be erased.');
  }

  async #erase(id: string, stopping: AbortSignal): Promise<void> {
    const { departures, links, contentErasers, erasers, now } = this.#deps;
    if (!(await departures.close(id, now()))) return;
    for (const eraser of [...contentErasers, ...erasers]) {
      await eraser.erase({ id }, stopping);
      if (stopping.aborted) return;
    }
    await links.eraseOf(id);
    await departures.erase(id);
  }

  /** Erases accounts that signed up 30 days ago, were never confirmed, and have no valid link. */
  async sweepUnconfirmed(stopping: AbortSignal): Promise<void> {
    const { departures, accounts, now } = this.#deps;
    const ago = (ms: number) => new Date(now().getTime() - ms);
    for (const account of await departures.unconfirmed(ago(daysToErasure * day), ago(linkMs.confirm))) {
      if (stopping.aborted) return;
      await accounts.removeWaiting(account);
    }
  }
}
