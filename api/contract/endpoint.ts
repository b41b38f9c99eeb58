import type * as v from 'valibot';
import type { ChallengePurpose } from './challenge.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Schema = v.GenericSchema;
type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = Record<string, QueryValue>;

/** The base path of version 1 of the API. */
export const apiBase = '/api/v1';

/**
 * `action`: the specification's name of the action that sends the call; a union where several do. By default method and
 * path. `private`: the reply depends on the member, so the client sends which account it asks for. `programs`: programs
 * may make this call of the account with a personal token, see `programs.ts`. `challenge`: the call needs a solved
 * challenge for this purpose. `file`: the reply is a file of this media type, and only errors are JSON. `repeats`: query
 * names that may occur several times; each is read as a list.
 */
type Parts = {
  action?: string;
  body?: Schema;
  query?: Schema;
  reply: Schema;
  private?: true;
  programs?: true;
  challenge?: ChallengePurpose;
  file?: string;
  repeats?: readonly string[];
};

/** An API call: method, path, the action whose result it is, and schemas. */
export type Endpoint<M extends Method = Method, P extends string = string, Q extends Parts = Parts> = Q & {
  method: M;
  path: P;
  action: string;
};

type Called = { method: Method; path: string; action?: string };

const withAction = <E extends Called>(call: E) => ({ action: `${call.method} ${call.path}`, ...call });

/** Declares an endpoint. `path` may hold `:name` parameters and is relative to {@link apiBase}. */
export const endpoint = <M extends Method, P extends string, const Q extends Parts>(
  method: M,
  path: P,
  parts: Q,
): Endpoint<M, P, Q> => withAction({ ...parts, method, path });

/**
 * An endpoint without its schemas, which are large, for code that sends the call and does not validate the reply. The
 * compiler checks that method, path and action are those of the endpoint.
 */
export const callOf = <E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  ...[action]: string extends E['action'] ? [] : [action: E['action']]
): E => withAction({ method, path, ...(action && { action }) }) as unknown as E;

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
export type Params<P extends string> = Record<ParamNames<P>, string>;

/** Builds a query string. Arrays repeat their key; empty and null values are left out. Begins with `?` unless empty. */
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

/** Fills in the path parameters. Returns the path below the origin. */
export function pathOf<P extends string>(call: { path: P }, params: Params<P>, query: Query = {}): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ''),
  );
  return apiBase + path + queryString(query);
}

export type Body<E> = E extends { body: infer S extends Schema } ? v.InferInput<S> : never;
export type Reply<E> = E extends { reply: infer S extends Schema } ? v.InferOutput<S> : never;
