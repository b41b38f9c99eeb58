import type { Person } from '#contract/people.ts';
import type { ViewerState } from '#contract/viewer-state.ts';

/** The source of each field of the viewer's state. */
export type ViewerStateSources = {
  [Name in keyof ViewerState]: (user: Person, bikeId: string) => Promise<ViewerState[Name]>;
};

/** Reads a member's like, favorite and flag on a bike from their features, in parallel. */
export class ViewerStateService {
  readonly #sources: ViewerStateSources;

  constructor(sources: ViewerStateSources) {
    this.#sources = sources;
  }

  async of(user: Person, bikeId: string): Promise<ViewerState> {
    const known = Object.entries(this.#sources).map(async ([name, read]) => [name, await read(user, bikeId)]);
    return Object.fromEntries(await Promise.all(known)) as ViewerState;
  }
}
