import type { MiddlewareHandler } from 'hono';
import { appHeader } from '#contract/envelope.ts';
import type { KeptAnswer } from '../kept-answers.ts';
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

/** Gives every answer our mark, its request's id, and what it tells the browser to forbid. */
export function everyAnswer({ secure, connected = [], version }: Needs): MiddlewareHandler<Visitor> {
  const always = { ...securityHeaders({ secure, connected }), [appHeader.toLowerCase()]: version };
  const whole = new WeakMap<KeptAnswer, KeptAnswer['headers']>();
  /** Put together once for each kept answer. */
  const wholeOf = (answer: KeptAnswer) => {
    const known = whole.get(answer);
    if (known) return known;
    const policy = policyWith(answer.styleHashes, connected);
    const headers = { ...answer.headers, ...always, 'content-security-policy': policy };
    whole.set(answer, headers);
    return headers;
  };
  return async (c, next) => {
    await next();
    const id = { 'x-request-id': c.get('requestId') };
    const kept = c.get('kept');
    if (kept && kept.response === c.res) {
      c.res = undefined;
      c.res = responseOf(c, kept.answer, { ...wholeOf(kept.answer), ...id });
      return;
    }
    const policy = c.get('policy');
    const own = policy === undefined ? id : { ...id, 'content-security-policy': policy };
    for (const [name, value] of Object.entries({ ...always, ...own })) c.res.headers.set(name, value);
  };
}
