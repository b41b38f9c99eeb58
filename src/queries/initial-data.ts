import { createContext, useContext } from 'react';
import type { Endpoint, Params, Query, Reply } from '#contract/endpoint.ts';
import { pathOf } from '#contract/endpoint.ts';
import type { DehydratedPage } from '#contract/ssr.ts';
import { type ApiFailure, failureOf } from '#src/lib/failure.ts';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';

type Dehydrated = DehydratedPage & {
  /** Collects the requests that a page is rendered from, answered or not. */
  onRequest?: (path: string) => void;
};

/** The answers that the page was rendered with; `origin` is empty where it was not server-rendered. */
export const DehydratedContext = createContext<Dehydrated>({ origin: '', answers: {} });

/** A request and how to convert its answer. */
export type InitialQuery<T> = { path: string; make: (data: never) => T };

/** Describes the request whose answer may come with the page. */
export const initialQuery = <E extends Endpoint, T>(
  endpoint: E,
  request: { params?: Params<E['path']>; query?: Query },
  make: (data: Reply<E>) => T,
): InitialQuery<T> => ({ path: pathOf(endpoint, request.params ?? ({} as Params<E['path']>), request.query), make });

/** The answer that came with the page. `cachedAt` is `keptAt` of {@link DehydratedPage}; null if the page comes from the server. */
export type InitialData<T> = { data: T; cachedAt: number | null } | { failure: ApiFailure };

/** The data or the error that came with the page; undefined when nothing came. */
export function useInitialData<T>(first: InitialQuery<T> | null | undefined): InitialData<T> | undefined {
  const { answers, keptAt = null, onRequest } = useContext(DehydratedContext);
  const answer = first && answers[first.path];
  if (first) onRequest?.(first.path);
  if (!first || !answer) return undefined;
  const { status, envelope } = answer;
  if (!envelope.successful) return { failure: failureOf(status, envelope) };
  return { data: first.make(envelope.data as never), cachedAt: keptAt };
}

/** The origin of the site, for absolute URLs. */
export function useOrigin(): string {
  const { origin } = useContext(DehydratedContext);
  return useBrowserValue(() => location.origin, origin);
}
