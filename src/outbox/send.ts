import { actingUserHeader, appHeader, type Envelope, idempotencyHeader } from '#contract/envelope.ts';
import { noteAnswer, noteSilence } from '#src/lib/signal.ts';
import { isSilent } from '#src/storage/storage-state.ts';
import type { Answer } from './classify-response.ts';
import { proxyCode, type QueuedMutation } from './mutation.ts';
import { proxyLimitCode } from './refusals.ts';
import { definitionOf, triesToLoad } from './registry.ts';
import { sendLarge } from './upload.ts';

const questionLimit = 20_000;

/** Retry-After in milliseconds; it comes as seconds or as a date (RFC 9110, 10.2.3). */
function waitOf(header: string | null): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** What a proxy before the site says in its own words: that the site is not there, or that it lets nothing so large pass. */
const proxyWords: Record<number, { code: string; message: string }> = {
  408: { code: proxyCode, message: 'The site does not answer just now.' },
  413: { code: proxyLimitCode, message: 'Something between here and the site lets nothing so large pass.' },
  425: { code: proxyCode, message: 'The site does not answer just now.' },
  429: { code: proxyCode, message: 'The site asks to wait a little.' },
  502: { code: proxyCode, message: 'The site does not answer just now.' },
  503: { code: proxyCode, message: 'The site does not answer just now.' },
  504: { code: proxyCode, message: 'The site does not answer just now.' },
};

async function readAnswer(response: Response): Promise<Answer> {
  const { status } = response;
  const retryAfter = waitOf(response.headers.get('Retry-After'));
  if (!response.headers.has(appHeader)) {
    const error = proxyWords[status];
    // A captive portal answers 200 with its own page; without our header nothing else is an answer of ours.
    return error ? { kind: 'answer', status, data: null, error, validation: null, retryAfter } : { kind: 'silence' };
  }
  const envelope = (await response.json().catch(() => null)) as Envelope<unknown> | null;
  if (typeof envelope?.successful !== 'boolean') return { kind: 'silence' };
  return {
    kind: 'answer',
    status,
    data: envelope.data,
    error: envelope.error,
    validation: envelope.validation,
    retryAfter,
  };
}

type Asking = { method?: string; headers: Record<string, string>; body?: BodyInit };

const fetchIn = (path: string, asking: Asking, timeLimit: number): Promise<Response> =>
  fetch(path, { ...asking, signal: AbortSignal.timeout(timeLimit), cache: 'no-store' });

async function ask(path: string, asking: Asking, timeLimit: number, by = fetchIn): Promise<Answer> {
  const askedAt = performance.now();
  const answer = await by(path, asking, timeLimit)
    .then(readAnswer)
    .catch((): Answer => ({ kind: 'silence' }));
  // One lost answer does not mean a lost connection. The caller probes the site to find out.
  if (answer.kind === 'answer') noteAnswer(askedAt);
  return answer;
}

/** Whether a row that was tried before has arrived: its answer, or null when its body has to go out again. */
async function arrivalOf(row: QueuedMutation, headers: Asking['headers']): Promise<Answer | null> {
  const { question } = definitionOf(row);
  const { tried = false } = (row.part ?? {}) as { tried?: boolean };
  if (!question || (row.attempts <= 1 && !tried)) return null;
  const answer = await ask(question.path(row), { headers }, questionLimit);
  if (answer.kind !== 'answer') return answer;
  // A site of an older build does not know the question.
  if (answer.status === 404) return null;
  if (answer.status >= 300) return answer;
  const data = question.found(answer.data);
  return data === null ? null : { ...answer, data };
}

/** Sends JSON that may go out twice as well as once. Never throws. */
export async function sendJson(path: string, body: unknown, userId: string): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', [actingUserHeader]: userId };
  const answer = await ask(path, { method: 'PUT', headers, body: JSON.stringify(body) }, questionLimit);
  if (answer.kind === 'silence') noteSilence();
  return answer;
}

/** Sends one row with its key and its account; of what is large and was tried, it asks first. Never throws. */
export async function sendRow(row: QueuedMutation): Promise<Answer> {
  // The photo of a draft is sent without anything in the queue.
  if (!(await triesToLoad())) return { kind: 'silence' };
  const write = definitionOf(row);
  const identity = { [idempotencyHeader]: row.id, [actingUserHeader]: row.userId };
  const arrival = await arrivalOf(row, identity);
  if (arrival) return arrival;
  const sendable = await write.body(row);
  // A device that does not answer may have it all the same.
  if ('lost' in sendable) return isSilent() ? { kind: 'silence' } : { kind: 'lost', error: sendable.lost };
  const headers = { ...sendable.headers, ...identity };
  const { method, path, targetId } = row;
  const { body } = sendable;
  // The worker knows no way that tells how much has gone.
  const told = write.isLarge && body instanceof Blob && 'XMLHttpRequest' in globalThis;
  const by: typeof fetchIn = (...asked) => sendLarge(targetId, ...asked);
  return ask(path, { method, headers, body }, write.timeoutMs, told ? by : undefined);
}
