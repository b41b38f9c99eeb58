import type { Params } from 'react-router';
import { type Endpoint, pathOf, type Query } from '#contract/endpoint.ts';

/** Lists the API paths that a screen is rendered from, for the server to ask first. */
export type PageCalls = (params: Params, search: string) => string[];

type Requested<Subject> = {
  endpoint: Endpoint;
  request?: (subject: Subject) => { params?: Record<string, string>; query?: Query };
};

/** The API path of a query. */
export function pathFor<Subject>({ endpoint, request }: Requested<Subject>, subject: Subject): string {
  const { params = {}, query } = request?.(subject) ?? {};
  return pathOf(endpoint, params, query);
}
