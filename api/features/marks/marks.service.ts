import type { ViewerMarks } from '#contract/marks.ts';
import type { Person } from '#contract/people.ts';

/** The source of each field of the viewer's state. */
export type MarkSources = { [Name in keyof ViewerMarks]: (user: Person, bikeId: string) => Promise<ViewerMarks[Name]> };

/** Collects what a member did with a bike from all features, in parallel. */
export class MarkService {
  readonly #sources: MarkSources;

  constructor(sources: MarkSources) {
    this.#sources = sources;
  }

  async of(user: Person, bikeId: string): Promise<ViewerMarks> {
    const known = Object.entries(this.#sources).map(async ([name, mark]) => [name, await mark(user, bikeId)]);
    return Object.fromEntries(await Promise.all(known)) as ViewerMarks;
  }
}
