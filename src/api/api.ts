import { type FetchResponse, ofetch } from 'ofetch';
import { type Body, type Endpoint, type Params, pathOf, type Query, type Reply } from '#contract/endpoint.ts';
import { actingUserHeader, appHeader, challengeHeader, type Envelope, idempotencyHeader } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { newId } from '#contract/ids.ts';
import { sessionCalls } from '#contract/session-calls.ts';
import { pageLanguage } from '#contract/texts.ts';
import { takeDehydrated } from '#src/lib/dehydrated.ts';
import { ApiFailure, failureOf } from '#src/lib/failure.ts';
import { emitSessionNews, refreshSession, sessionMark } from '#src/lib/refresh.ts';
import { noteServerTime } from '#src/lib/server-time.ts';
import { markOffline, markOnline } from '#src/lib/signal.ts';

const timeoutMs = 20_000;
const withoutRefresh = new Set<string>([sessionCalls.refreshTokens.path, sessionCalls.validateToken.path]);

type CallOptions<E extends Endpoint> = {
  query?: Query;
  signal?: AbortSignal;
  /** The request outlives the page. */
  keepalive?: true;
} & (E extends { private: true } ? { as: Id } : { as?: undefined }) &
  (keyof Params<E['path']> extends never ? { params?: Record<never, string> } : { params: Params<E['path']> }) &
  ([Body<E>] extends [never] ? { body?: undefined } : { body: Body<E> });

type Answer = FetchResponse<Envelope<unknown>>;
type RequestOptions = {
  query?: Query;
  signal?: AbortSignal;
  keepalive?: true;
  as?: Id | undefined;
  answer?: string | undefined;
  tag?: string | null;
  params?: Record<string, string>;
  body?: unknown;
};

/** Combines two signals. `AbortSignal.any` needs Safari 17.4. */
function anySignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  const both = new AbortController();
  for (const signal of [one, other]) {
    if (signal.aborted) both.abort(signal.reason);
    signal.addEventListener('abort', () => both.abort(signal.reason), { once: true, signal: both.signal });
  }
  return both.signal;
}

async function request(endpoint: Endpoint, options: RequestOptions, key: string): Promise<Answer> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return await ofetch.raw<Envelope<unknown>>(pathOf(endpoint, options.params ?? {}, options.query), {
      method: endpoint.method,
      body: options.body as object | undefined,
      headers: {
        ...(endpoint.method !== 'GET' && { [idempotencyHeader]: key }),
        // Refusals and mails are in the language of the page, whatever the browser's is.
        'Accept-Language': pageLanguage,
        ...(options.as && { [actingUserHeader]: options.as }),
        ...(options.tag && { 'If-None-Match': options.tag }),
        ...(options.answer && { [challengeHeader]: options.answer }),
      },
      signal: options.signal ? anySignal(options.signal, limit) : limit,
      cache: 'no-store',
      ...(options.keepalive && { keepalive: true }),
      retry: false,
      ignoreResponseError: true,
      parseResponse: readEnvelope,
    });
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason;
    markOffline();
    throw new ApiFailure('network', { cause });
  }
}

function readEnvelope(text: string): Envelope<unknown> | null {
  try {
    return JSON.parse(text) as Envelope<unknown>;
  } catch {
    return null;
  }
}

const notModified = 304;

/**
 * Returns the response's envelope, or null for 304. A captive portal answers with a page of its own, so a response
 * counts only with our header and envelope shape.
 * @throws ApiFailure `network` for a response that is not ours
 */
function envelopeOf(answer: Answer, askedAt: number): Envelope<unknown> | null {
  const same = answer.status === notModified;
  const envelope = same ? null : answer._data;
  if (!answer.headers.has(appHeader) || (!same && typeof envelope?.successful !== 'boolean')) {
    markOffline();
    throw new ApiFailure('network', { status: answer.status });
  }
  markOnline(askedAt);
  noteServerTime(answer.headers.get('date'));
  return envelope ?? null;
}

function dataOf<E extends Endpoint>(status: number, envelope: Envelope<unknown> | null): Reply<E> {
  if (!envelope) throw new ApiFailure('unexpected', { status });
  if (!envelope.successful) throw failureOf(status, envelope);
  return envelope.data as Reply<E>;
}

/** The code that answers challenges is not part of the first load. */
const loadChallengeCode = () =>
  import('./challenge/with-answer.ts').catch((cause: unknown) => {
    throw new ApiFailure('network', { cause });
  });

/**
 * Calls the API. Refreshes an expired session and repeats the call. Uses the dehydrated answer if the page has one, and
 * answers the endpoint's challenge.
 * @returns the response's data
 * @throws ApiFailure
 */
export async function call<E extends Endpoint>(endpoint: E, ...[request]: CallArguments<E>): Promise<Reply<E>> {
  const { challenge } = endpoint;
  if (!challenge) return callWith(endpoint, request ?? {});
  const { withAnswer } = await loadChallengeCode();
  return withAnswer(callWith, challenge, (answer) => callWith(endpoint, { ...request, answer }));
}

async function callWith<E extends Endpoint>(endpoint: E, options: RequestOptions): Promise<Reply<E>> {
  const dehydrated = endpoint.method === 'GET' && takeDehydrated(pathOf(endpoint, options.params ?? {}, options.query));
  if (dehydrated) return dataOf<E>(dehydrated.status, dehydrated.envelope);
  const { answer, envelope } = await ask(endpoint, options);
  return dataOf<E>(answer.status, envelope);
}

/**
 * Calls the API conditionally (`If-None-Match`).
 * @param options.tag the ETag of the cached response; null asks unconditionally
 * @returns the data and its ETag; null if the cached response is current
 * @throws ApiFailure
 */
export async function callIfNew<E extends Endpoint<'GET'>>(
  endpoint: E,
  options: { as: Id; tag: string | null },
): Promise<{ data: Reply<E>; tag: string | null } | null> {
  const { answer, envelope } = await ask(endpoint, options);
  if (answer.status === notModified && options.tag) return null;
  return { data: dataOf<E>(answer.status, envelope), tag: answer.headers.get('etag') };
}

async function ask(
  endpoint: Endpoint,
  options: RequestOptions,
): Promise<{ answer: Answer; envelope: Envelope<unknown> | null }> {
  const key = newId();
  const mark = await sessionMark();
  let askedAt = performance.now();
  let answer = await request(endpoint, options, key);
  let envelope = envelopeOf(answer, askedAt);
  if (answer.status === 401 && !withoutRefresh.has(endpoint.path)) {
    const outcome = await refreshSession(mark);
    if (outcome === 'unavailable') throw new ApiFailure('network');
    if (outcome === 'refreshed') {
      askedAt = performance.now();
      answer = await request(endpoint, options, key);
      envelope = envelopeOf(answer, askedAt);
    }
  }
  if (envelope?.error?.code === 'wrong_user') emitSessionNews('other-member');
  return { answer, envelope };
}

/** The arguments of a call besides its endpoint. */
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];
