import type * as v from 'valibot';
import type { ChallengePurpose } from './challenge.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Schema = v.GenericSchema;
type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = Record<string, QueryValue>;

/** The base path of version 1 of the API. */
export const apiBase = '/api/v1';

/**
 * `private`: it answers what only this member may see, so the page says whose answer it asks for. `challenge`: it wants
 * the answer to a challenge for this purpose. `file`: it answers with a file of this media type; only a refusal is JSON.
 * `repeats`: the names of the query that may stand there several times; each is read as a list.
 */
type Parts = {
  body?: Schema;
  query?: Schema;
  reply: Schema;
  private?: true;
  challenge?: ChallengePurpose;
  file?: string;
  repeats?: readonly string[];
};

/** One call: how it is addressed and what goes in and out. */
export type Endpoint<M extends Method = Method, P extends string = string, Q extends Parts = Parts> = Q & {
  method: M;
  path: P;
};

/** Declares a call. `path` holds `:name` places, below {@link apiBase}. */
export const endpoint = <M extends Method, P extends string, Q extends Parts>(
  method: M,
  path: P,
  parts: Q,
): Endpoint<M, P, Q> => ({ ...parts, method, path });

/**
 * An endpoint without its schemas, which weigh much on the page: for code that sends it and reads no answer by a schema.
 * The compiler checks that method and path are those of the endpoint.
 */
export const callOf = <E extends Endpoint>(method: E['method'], path: E['path']): E => ({ method, path }) as E;

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
export type Params<P extends string> = Record<ParamNames<P>, string>;

/** A query string: arrays repeat their key, empty and null values are left out. Begins with `?` unless it is empty. */
export function queryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== '') search.append(key, String(one));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** The path of a call with its places filled in, below the origin. */
export function pathOf<P extends string>(call: { path: P }, params: Params<P>, query: Query = {}): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ''),
  );
  return apiBase + path + queryString(query);
}

export type Body<E> = E extends { body: infer S extends Schema } ? v.InferInput<S> : never;
export type Reply<E> = E extends { reply: infer S extends Schema } ? v.InferOutput<S> : never;
