import type { MiddlewareHandler } from 'hono';
import { appHeader } from '#contract/envelope.ts';
import type { CachedResponse } from '../response-cache.ts';
import { responseOf } from './kept.ts';
import type { Visitor } from './kit.ts';
import { policyWith, securityHeaders } from './security-headers.ts';

type Needs = {
  /** Visitors come over https. */
  secure: boolean;
  /** Origins that pages may send to besides the site's own. */
  connected?: readonly string[];
  /** The build's: tells our answers from a captive portal's. */
  version: string;
};

/** What every answer carries: our mark, its request's id, and what it tells the browser to forbid. */
export class EveryAnswer {
  readonly #always: Readonly<Record<string, string>>;
  readonly #connected: readonly string[];
  /** Put together once for each kept answer. */
  readonly #whole = new WeakMap<CachedResponse, CachedResponse['headers']>();

  constructor({ secure, connected = [], version }: Needs) {
    this.#always = { ...securityHeaders({ secure, connected }), [appHeader.toLowerCase()]: version };
    this.#connected = connected;
  }

  /** A kept answer with all that it carries. */
  kept(asked: Request, answer: CachedResponse, requestId: string): Response {
    return responseOf(asked, answer, { ...this.#wholeOf(answer), 'x-request-id': requestId });
  }

  /** Gives it to each answer. */
  readonly marks: MiddlewareHandler<Visitor> = async (c, next) => {
    await next();
    const requestId = c.get('requestId');
    const kept = c.get('kept');
    if (kept && kept.response === c.res) {
      c.res = undefined;
      c.res = this.kept(c.req.raw, kept.answer, requestId);
      return;
    }
    const { headers } = c.res;
    for (const name in this.#always) headers.set(name, this.#always[name] as string);
    headers.set('x-request-id', requestId);
    const policy = c.get('policy');
    if (policy !== undefined) headers.set('content-security-policy', policy);
  };

  #wholeOf(answer: CachedResponse): CachedResponse['headers'] {
    const known = this.#whole.get(answer);
    if (known) return known;
    const policy = policyWith(answer.styleHashes, this.#connected);
    const headers = { ...answer.headers, ...this.#always, 'content-security-policy': policy };
    this.#whole.set(answer, headers);
    return headers;
  }
}
