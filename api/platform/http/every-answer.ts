import type { MiddlewareHandler } from 'hono';
import { appHeader } from '#contract/envelope.ts';
import type { CachedResponse } from '../response-cache.ts';
import { responseOf } from './cached.ts';
import type { Visitor } from './kit.ts';
import { policyWith, securityHeaders } from './security-headers.ts';

type Deps = {
  /** Whether the site is served over https. */
  secure: boolean;
  /** Further origins that pages may connect to. */
  connected?: readonly string[];
  /** The build's version, which distinguishes our responses from a captive portal's. */
  version: string;
};

/** Headers that mean something for documents and workers only. */
const documentsOnly = [
  'content-security-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
];

/** Whether a browser makes neither a document with script nor a worker of a response: headers are a kilobyte of each. */
const isPassive = (path: string, type: string): boolean =>
  /^(?:font\/|text\/css|image\/(?!svg))/.test(type) || (type.startsWith('text/javascript') && !/worker/i.test(path));

const pictures = /^\/(?:images\/|[\w-]+\.(?:svg|png)$)/;
/** Whether other sites may show a response: readers of feeds and link previews show pictures and icons, not withheld ones. */
const isForOthers = (path: string, headers: Headers): boolean =>
  pictures.test(path) && !/private|no-store/.test(headers.get('cache-control') ?? '');

/** Sets the headers of responses: the app version, the request id and the security headers. */
export class EveryAnswer {
  readonly #always: Readonly<Record<string, string>>;
  /** The headers of scripts, styles, fonts and pictures. */
  readonly #ofPassive: Readonly<Record<string, string>>;
  readonly #connected: readonly string[];
  /** All headers of a cached response, built once for each. */
  readonly #headersOf = new WeakMap<CachedResponse, CachedResponse['headers']>();

  constructor({ secure, connected = [], version }: Deps) {
    this.#always = { ...securityHeaders({ secure, connected }), [appHeader.toLowerCase()]: version };
    this.#ofPassive = Object.fromEntries(
      Object.entries(this.#always).filter(([name]) => !documentsOnly.includes(name)),
    );
    this.#connected = connected;
  }

  /** Builds the response for a cached answer, with all headers. */
  cached(asked: Request, answer: CachedResponse, requestId: string): Response {
    return responseOf(asked, answer, { ...this.#allHeadersOf(answer), 'x-request-id': requestId });
  }

  /** Sets the headers on each response. */
  readonly setHeaders: MiddlewareHandler<Visitor> = async (c, next) => {
    await next();
    const requestId = c.get('requestId');
    const cached = c.get('cached');
    if (cached && cached.response === c.res) {
      c.res = undefined;
      c.res = this.cached(c.req.raw, cached.answer, requestId);
      return;
    }
    const { headers } = c.res;
    const passive = isPassive(c.req.path, headers.get('content-type') ?? '');
    const always = passive ? this.#ofPassive : this.#always;
    for (const name in always) headers.set(name, always[name] as string);
    if (isForOthers(c.req.path, headers)) headers.set('cross-origin-resource-policy', 'cross-origin');
    if (!passive) headers.set('x-request-id', requestId);
    const policy = c.get('policy');
    if (policy !== undefined) headers.set('content-security-policy', policy);
  };

  #allHeadersOf(answer: CachedResponse): CachedResponse['headers'] {
    const known = this.#headersOf.get(answer);
    if (known) return known;
    const policy = policyWith(answer.inline, this.#connected);
    const headers = { ...answer.headers, ...this.#always, 'content-security-policy': policy };
    this.#headersOf.set(answer, headers);
    return headers;
  }
}
