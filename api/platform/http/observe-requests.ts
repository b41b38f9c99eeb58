import type { BlockList } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { isTrusted } from '../addresses/proxies.ts';
import type { CachedResponse } from '../response-cache.ts';
import { isObserved, observed, type RequestWork } from '../telemetry/work.ts';
import { peerOf } from './client-address.ts';
import type { Visitor } from './kit.ts';

/** Anybody can send a trace context, and so choose what is traced: only a trusted proxy's counts. */
function workOf({ method, headers }: Request, env: unknown, trusted: BlockList): RequestWork {
  const traceparent = headers.get('traceparent');
  const isParent = traceparent !== null && isTrusted(peerOf(env), trusted);
  return { kind: 'request', method, startedAt: performance.now(), ...(isParent && { traceparent }) };
}

/** Reports each request to metrics and traces. @param trusted the proxies whose trace context is believed */
export const observeRequests =
  (trusted: BlockList): MiddlewareHandler<Visitor> =>
  async (c, next) => {
    if (!isObserved()) return next();
    const work = workOf(c.req.raw, c.env, trusted);
    await observed(work, async () => {
      await next();
      work.route = c.get('cached')?.answer.route ?? routePath(c);
      work.status = c.res.status;
    });
  };

/** Reports a request that is answered with a cached response before routing. */
export function observeCached(
  asked: Request,
  { env, trusted, answer }: { env: unknown; trusted: BlockList; answer: CachedResponse },
  respond: () => Response,
): Promise<Response> {
  const work = workOf(asked, env, trusted);
  return observed(work, async () => {
    const response = respond();
    work.route = answer.route;
    work.status = response.status;
    return response;
  });
}
