import { createContext, useContext } from 'react';
import type { Given } from '#contract/drawing.ts';
import type { Endpoint, Params, Query, Reply } from '#contract/endpoint.ts';
import { pathOf } from '#contract/endpoint.ts';
import { type ApiFailure, failureOf } from '#src/lib/failure.ts';
import { useBrowserFact } from '#src/ui/use-browser-fact.ts';

type Drawing = Given & {
  /** Notes a call whose answer a page would be drawn with. */
  want?: (path: string) => void;
};

/** What this page was drawn with; without an origin where it was not drawn. */
export const DehydratedContext = createContext<Drawing>({ origin: '', answers: {} });

/** A call, and what a screen makes of its answer. */
export type InitialQuery<T> = { path: string; make: (data: never) => T };

/** The call whose answer may come with the page. */
export const initialQuery = <E extends Endpoint, T>(
  endpoint: E,
  asked: { params?: Params<E['path']>; query?: Query },
  make: (data: Reply<E>) => T,
): InitialQuery<T> => ({ path: pathOf(endpoint, asked.params ?? ({} as Params<E['path']>), asked.query), make });

/** What came with a page. `keptAt` as in {@link Given}, null where the page comes from the site. */
export type InitialData<T> = { data: T; keptAt: number | null } | { failure: ApiFailure };

/** What came with the page for a screen: its data, or why there is none; undefined when nothing came. */
export function useInitialData<T>(first: InitialQuery<T> | null | undefined): InitialData<T> | undefined {
  const { answers, keptAt = null, want } = useContext(DehydratedContext);
  const came = first && answers[first.path];
  if (first && !came) want?.(first.path);
  if (!first || !came) return undefined;
  const { status, envelope } = came;
  if (!envelope.successful) return { failure: failureOf(status, envelope) };
  return { data: first.make(envelope.data as never), keptAt };
}

/** Where the site is, for addresses that leave it. */
export function useOrigin(): string {
  const { origin } = useContext(DehydratedContext);
  return useBrowserFact(() => location.origin, origin);
}
