import type { ViewerMarks } from '#contract/marks.ts';
import type { Person } from '#contract/people.ts';

/** Who knows each mark. */
export type MarkSources = { [Name in keyof ViewerMarks]: (user: Person, bikeId: string) => Promise<ViewerMarks[Name]> };

/** What a member has done with a bike, asked of the features that know it, at once. */
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
