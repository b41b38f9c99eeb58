import type { MiddlewareHandler } from 'hono';
import type { Visitor } from './kit.ts';

const policyWith = (styles: string) =>
  Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self'${styles}`,
    'img-src': "'self' blob: data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

const policy = policyWith('');

const always: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

const twoYears = 'max-age=63072000; includeSubDomains';

/** What every answer tells the browser to forbid; over https also to stay there. */
export const securityHeaders =
  ({ secure }: { secure: boolean }): MiddlewareHandler<Visitor> =>
  async (c, next) => {
    await next();
    const styles = c.var.styleHashes?.map((hash) => ` ${hash}`).join('') ?? '';
    c.res.headers.set('Content-Security-Policy', styles ? policyWith(styles) : policy);
    for (const [name, value] of Object.entries(always)) c.res.headers.set(name, value);
    if (secure) c.res.headers.set('Strict-Transport-Security', twoYears);
  };
