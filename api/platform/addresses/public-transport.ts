import { lookup as lookUp } from 'node:dns';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** The status of an answer, and the seconds of its `Retry-After`. */
export type TransportAnswer = { status: number; retryAfter: number | null };
type TransportRequest = { endpoint: string; headers: Record<string, string>; body: Buffer; timeoutMs: number };

const maxHeaderBytes = 16_384;

export class ForbiddenAddress extends Error {
  constructor() {
    super('The address must be on the public internet.');
    this.name = 'ForbiddenAddress';
  }
}

function secondsOf(header: string | undefined, now: number): number | null {
  const seconds = /^\d+$/.test(header ?? '') ? Number(header) : (Date.parse(header ?? '') - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

interface Deps {
  /** Whether requests may go to an IP address. */
  isAllowed: (address: string) => boolean;
  lookUp: typeof lookUp;
  /** Makes the request. */
  request: typeof requestHttps;
}

/**
 * Sends requests to addresses that people have entered. They must be public, which is checked on the address that is
 * connected to; redirects are not followed and the body of the answer is not read.
 */
export class PublicTransport {
  readonly #deps: Deps;

  constructor(deps: Partial<Deps> = {}) {
    this.#deps = { isAllowed: isPublicAddress, lookUp, request: requestHttps, ...deps };
  }

  /** @throws when there is no answer in time, or the address is not public */
  send({ endpoint, headers, body, timeoutMs }: TransportRequest): Promise<TransportAnswer> {
    const { isAllowed, request } = this.#deps;
    const { hostname } = new URL(endpoint);
    // No name is looked up for an address.
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) && !isAllowed(literal)) return Promise.reject(new ForbiddenAddress());
    return new Promise((resolve, reject) => {
      const sent = request(endpoint, {
        method: 'POST',
        headers: { ...headers, 'Content-Length': body.length },
        agent: false,
        lookup: this.#lookup,
        maxHeaderSize: maxHeaderBytes,
        signal: AbortSignal.timeout(timeoutMs),
      });
      sent.on('response', (response) => {
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, retryAfter: secondsOf(answered['retry-after'], Date.now()) });
        response.destroy();
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  readonly #lookup: LookupFunction = (hostname, options, done) => {
    this.#deps.lookUp(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? new ForbiddenAddress(), []);
      if (!found.every(({ address }) => this.#deps.isAllowed(address))) return done(new ForbiddenAddress(), []);
      if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
}
