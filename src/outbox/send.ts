import { actingUserHeader, appHeader, type Envelope, idempotencyHeader } from '#contract/envelope.ts';
import { markOffline, markOnline } from '#src/lib/signal.ts';
import { isStorageHung } from '#src/storage/storage-state.ts';
import type { Answer } from './classify-response.ts';
import type { Sendable } from './define-mutation.ts';
import { proxyCode, type QueuedMutation } from './mutation.ts';
import { proxyLimitCode } from './refusals.ts';
import { definitionOf, triesToLoad } from './registry.ts';
import { sendLarge } from './upload.ts';

/** Milliseconds within which the answer to a small request must come. */
const smallTimeoutMs = 20_000;

/** `Retry-After` in milliseconds; it is a number of seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | null): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** Error codes for the statuses of a proxy in front of the server. */
const proxyCodes: Record<number, string> = {
  408: proxyCode,
  413: proxyLimitCode,
  425: proxyCode,
  429: proxyCode,
  502: proxyCode,
  503: proxyCode,
  504: proxyCode,
};

async function readAnswer(response: Response): Promise<Answer> {
  const { status } = response;
  const retryAfter = retryAfterMs(response.headers.get('Retry-After'));
  if (!response.headers.has(appHeader)) {
    const code = proxyCodes[status];
    // A captive portal answers 200 with its own page; a response without our header is not from our server.
    if (!code) return { kind: 'no-answer' };
    return { kind: 'answer', status, data: null, error: { code, message: '' }, validation: null, retryAfter };
  }
  const envelope = (await response.json().catch(() => null)) as Envelope<unknown> | null;
  if (typeof envelope?.successful !== 'boolean') return { kind: 'no-answer' };
  return {
    kind: 'answer',
    status,
    data: envelope.data,
    error: envelope.error,
    validation: envelope.validation,
    retryAfter,
  };
}

type RequestOptions = { method?: string; headers: Record<string, string>; body?: BodyInit };

const fetchIn = (path: string, options: RequestOptions, timeoutMs: number): Promise<Response> =>
  fetch(path, { ...options, signal: AbortSignal.timeout(timeoutMs), cache: 'no-store' });

async function ask(path: string, options: RequestOptions, timeoutMs: number, by = fetchIn): Promise<Answer> {
  const askedAt = performance.now();
  const answer = await by(path, options, timeoutMs)
    .then(readAnswer)
    .catch((): Answer => ({ kind: 'no-answer' }));
  // One lost answer does not mean a lost connection. The caller probes the server to find out.
  if (answer.kind === 'answer') markOnline(askedAt);
  return answer;
}

/** Asks whether an earlier attempt has arrived. Returns its answer, or null when the body has to be sent again. */
async function arrivalOf(mutation: QueuedMutation, headers: RequestOptions['headers']): Promise<Answer | null> {
  const question = definitionOf(mutation).transfer?.question;
  if (!question || (mutation.attempts <= 1 && !question.mayHaveArrived?.(mutation))) return null;
  const answer = await ask(question.path(mutation), { headers }, smallTimeoutMs);
  if (answer.kind !== 'answer') return answer;
  // A server of an older build does not know this endpoint.
  if (answer.status === 404) return null;
  if (answer.status >= 300) return answer;
  const data = question.found(answer.data as Record<string, unknown> | null);
  return data === null ? null : { ...answer, data };
}

function jsonOf({ body }: QueuedMutation): Sendable {
  if (body === null) return { headers: {} };
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** Sends a JSON request that is safe to repeat. Never throws. */
export async function sendJson(path: string, body: unknown, userId: string): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', [actingUserHeader]: userId };
  const answer = await ask(path, { method: 'PUT', headers, body: JSON.stringify(body) }, smallTimeoutMs);
  if (answer.kind === 'no-answer') markOffline();
  return answer;
}

/**
 * Sends one mutation with its idempotency key and its member. Before it repeats a large one, it asks whether the first
 * attempt arrived. Never throws.
 */
export async function sendMutation(mutation: QueuedMutation): Promise<Answer> {
  // Needed here because background work sends mutations that are not in the queue.
  if (!(await triesToLoad())) return { kind: 'no-answer' };
  const { transfer } = definitionOf(mutation);
  const identity = { [idempotencyHeader]: mutation.id, [actingUserHeader]: mutation.userId };
  const arrival = await arrivalOf(mutation, identity);
  if (arrival) return arrival;
  const sendable = transfer ? await transfer.body(mutation) : jsonOf(mutation);
  // A device that does not answer may still have the bytes.
  if ('lost' in sendable) return isStorageHung() ? { kind: 'no-answer' } : { kind: 'lost', error: sendable.lost };
  const headers = { ...sendable.headers, ...identity };
  const { method, path, targetId } = mutation;
  const { body } = sendable;
  // The worker has no XMLHttpRequest and cannot report progress.
  const hasProgress = transfer && body instanceof Blob && 'XMLHttpRequest' in globalThis;
  const by: typeof fetchIn = (...asked) => sendLarge(targetId, ...asked);
  return ask(path, { method, headers, body }, transfer?.timeoutMs ?? smallTimeoutMs, hasProgress ? by : undefined);
}
