import * as v from 'valibot';
import type { SearchAddress } from '#api/platform/settings/search-address.ts';

/** Milliseconds of a search, and of any other request. */
const timeoutMs = { search: 2_000, other: 20_000 } as const;
const maxResponseBytes = 16 * 1024 * 1024;
/** Characters of an error that are logged. */
const maxReasonLength = 300;

/** A request that OpenSearch refused or did not answer. */
export class SearchFailure extends Error {
  /** 0 without an answer. */
  readonly status: number;

  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'SearchFailure';
    this.status = status;
  }
}

const Reason = v.object({ type: v.string(), reason: v.nullish(v.string(), '') });
const ErrorReply = v.object({
  error: v.union([v.string(), v.object({ ...Reason.entries, root_cause: v.optional(v.array(Reason), []) })]),
});
const BulkReply = v.object({
  items: v.array(
    v.record(
      v.string(),
      v.object({ _id: v.string(), status: v.number(), error: v.optional(v.object({ type: v.string() })) }),
    ),
  ),
});

const CountsReply = v.object({
  responses: v.array(
    v.union([
      v.object({ hits: v.object({ total: v.object({ value: v.number() }) }) }),
      v.object({ status: v.number() }),
    ]),
  ),
});

/** A change of one document; without a body it is deleted. */
export type BulkChange = { id: string; body: object | null };

const conflict = 409;
const [notFound, tooMany] = [404, 429] as const;

const linesOf = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxResponseBytes) throw new Error('The answer is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function reasonOf(text: string): string {
  try {
    const { error } = v.parse(ErrorReply, JSON.parse(text));
    if (typeof error === 'string') return error.slice(0, maxReasonLength);
    const { type, reason } = error.root_cause[0] ?? error;
    return `${type}: ${reason}`.slice(0, maxReasonLength);
  } catch {
    return text.slice(0, maxReasonLength);
  }
}

/** Sends requests to OpenSearch. */
export class OpenSearchClient {
  readonly #address: SearchAddress;
  readonly #searchTimeoutMs: number;

  constructor(address: SearchAddress, searchTimeoutMs: number = timeoutMs.search) {
    this.#address = address;
    this.#searchTimeoutMs = searchTimeoutMs;
  }

  get alias(): string {
    return this.#address.alias;
  }

  /** @throws SearchFailure */
  async #send(method: string, path: string, body: string | undefined, ms: number): Promise<unknown> {
    const { origin, headers } = this.#address;
    const type = /\/_(?:bulk|msearch)\b/.test(path) ? 'application/x-ndjson' : 'application/json';
    let status = 0;
    let text: string;
    try {
      const response = await fetch(`${origin}/${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { body }),
        // A redirect would send the password elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(ms),
      });
      status = response.status;
      text = await textOf(response);
      if (response.ok) return JSON.parse(text);
    } catch (error) {
      throw new SearchFailure(0, `OpenSearch does not answer: ${(error as Error).message}`, error);
    }
    throw new SearchFailure(status, `OpenSearch answers ${status}: ${reasonOf(text)}`);
  }

  request(method: string, path: string, body?: object): Promise<unknown> {
    return this.#send(method, path, body && JSON.stringify(body), timeoutMs.other);
  }

  /** Like `request`, but returns null for 404. */
  async find(path: string): Promise<unknown> {
    try {
      return await this.request('GET', path);
    } catch (error) {
      if (error instanceof SearchFailure && error.status === notFound) return null;
      throw error;
    }
  }

  /** Searches the index behind the alias. Fails rather than returning a part of the results. */
  async search<Reply>(schema: v.GenericSchema<unknown, Reply>, body: object): Promise<Reply> {
    const query = `allow_partial_search_results=false&cancel_after_time_interval=${this.#searchTimeoutMs}ms`;
    const path = `${this.alias}/_search?${query}`;
    const reply = await this.#send('POST', path, JSON.stringify(body), this.#searchTimeoutMs);
    const result = v.safeParse(schema, reply);
    if (!result.success) throw new SearchFailure(0, 'OpenSearch sent an unexpected answer.');
    return result.output;
  }

  /** Counts the bikes that each filter matches. */
  async counts(filters: readonly object[]): Promise<number[]> {
    if (filters.length === 0) return [];
    const lines = filters.flatMap((filter) => [
      { allow_partial_search_results: false },
      { size: 0, track_total_hits: true, query: { constant_score: { filter } } },
    ]);
    const reply = await this.#send('POST', `${this.alias}/_msearch`, linesOf(lines), this.#searchTimeoutMs);
    const result = v.safeParse(CountsReply, reply);
    if (!result.success) throw new SearchFailure(0, 'OpenSearch sent an unexpected answer.');
    return result.output.responses.map((one) => {
      if ('hits' in one) return one.hits.total.value;
      throw new SearchFailure(one.status, `OpenSearch answers ${one.status} to a count.`);
    });
  }

  /**
   * Writes documents unless there is a newer version of them.
   * @param target an index, or the alias
   * @returns ids of documents that have a newer version already
   */
  async bulk(target: string, version: number, changes: readonly BulkChange[]): Promise<string[]> {
    const lines = changes.flatMap(({ id, body }) => {
      const meta = { _id: id, version, version_type: 'external_gte' };
      return body ? [{ index: meta }, body] : [{ delete: meta }];
    });
    const path = `${target}/_bulk${target === this.alias ? '?require_alias=true' : ''}`;
    const { items } = v.parse(BulkReply, await this.#send('POST', path, linesOf(lines), timeoutMs.other));
    const results = items.flatMap((item) => Object.values(item));
    // To delete what is missing is no failure.
    const failed = results.find(({ status, error }) => error && status !== conflict);
    if (failed) {
      const what = failed.status === tooMany ? 'is too busy' : `refuses a bike: ${failed.error?.type}`;
      throw new SearchFailure(failed.status, `OpenSearch ${what}.`);
    }
    return results.flatMap(({ _id, status }) => (status === conflict ? [_id] : []));
  }
}
