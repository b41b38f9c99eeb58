import type { Now } from '#api/platform/clock.ts';
import type { Eraser } from '#api/platform/erasers.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import { daysToErasure } from '#contract/accounts.ts';
import type { RememberedBans } from './accounts.bans.store.ts';
import type { DepartureStore } from './accounts.departure.store.ts';
import { linkMs } from './accounts.link-times.ts';
import type { LinkStore } from './accounts.links.store.ts';
import type { Account, AccountStore } from './accounts.store.ts';

const day = 86_400_000;

interface Deps {
  departures: DepartureStore;
  accounts: AccountStore;
  links: LinkStore;
  bans: RememberedBans;
  /** Erasers of what members posted; they run before the others. */
  contentErasers: readonly Eraser[];
  erasers: readonly Eraser[];
  jobs: Jobs;
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

  /**
   * Erases an account at once. Its first write closes the account, so a log-in or a restore comes before it or fails. The
   * rest follows in the background, and the sweep erases what an interruption leaves.
   * @returns false if the account changed since it was read, or is an operator's
   */
  async eraseNow(account: Account): Promise<boolean> {
    const { departures, jobs, now } = this.#deps;
    if (!(await departures.closeNow(account, now()))) return false;
    jobs.soon('erasure', () => this.#eraseClosed(account.id, new AbortController().signal), { isRepeated: true });
    return true;
  }

  async #erase(id: string, stopping: AbortSignal): Promise<void> {
    if (await this.#deps.departures.close(id, this.#deps.now())) await this.#eraseClosed(id, stopping);
  }

  async #eraseClosed(id: string, stopping: AbortSignal): Promise<void> {
    const { departures, links, bans, contentErasers, erasers, now } = this.#deps;
    await bans.remember(await departures.bansOf(id), now());
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
