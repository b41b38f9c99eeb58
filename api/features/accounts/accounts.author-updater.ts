import type { Now } from '#api/platform/clock.ts';
import type { DenormalizedAuthors } from '#api/platform/denormalized-authors.ts';
import type { ChangedPerson, PeopleStore } from './accounts.people.store.ts';

interface Deps {
  people: PeopleStore;
  /** Every collection with denormalized authors. */
  denormalizedAuthors: readonly DenormalizedAuthors[];
  now: Now;
}

/** Longer than any request lasts: a request that began before the change may still write the old name. */
const settledMs = 10 * 60_000;
const batchSize = 20;

/**
 * Updates all denormalized authors after a change of name or avatar, and hides or restores a member's content when they
 * leave or return. The account stores that this is due, so work left by a crash is found again. A member is done when a
 * whole pass that began after all older requests had ended found nothing old.
 */
export class AuthorUpdater {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Updates the members that are due. Stops early when the server stops; the next start continues. */
  async sweep(stopping: AbortSignal): Promise<void> {
    const { people, now } = this.#deps;
    await this.#all(await people.due(now(), batchSize), stopping);
  }

  /** Updates one member at once. The sweep retries what fails. */
  async updateNow(id: string): Promise<void> {
    await this.#all(await this.#deps.people.changed(id), new AbortController().signal);
  }

  async #all(due: ChangedPerson[], stopping: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    for (const changed of due) {
      if (stopping.aborted) return;
      await this.#update(changed, stopping).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some copies of members could not follow.');
  }

  async #update(changed: ChangedPerson, stopping: AbortSignal): Promise<void> {
    const { people, now } = this.#deps;
    const begun = now().getTime();
    const old = await this.#pass(changed, stopping);
    if (stopping.aborted) return;
    const settled = changed.since.getTime() + settledMs;
    const done = begun >= settled;
    if (done && old > 0) return;
    if (await people.note(changed, done ? null : new Date(settled))) return;
    // This pass may have overwritten newer values that another process wrote meanwhile.
    for (const newer of await people.changed(changed.person.id)) await this.#update(newer, stopping);
  }

  /** Returns how many copies were old. */
  async #pass({ person, state }: ChangedPerson, stopping: AbortSignal): Promise<number> {
    let old = 0;
    for (const store of this.#deps.denormalizedAuthors) {
      let cursor: string | undefined;
      do {
        const batch = await store.update(person, cursor, state);
        old += batch.old;
        cursor = batch.next ?? undefined;
      } while (cursor !== undefined && !stopping.aborted);
    }
    return old;
  }
}
