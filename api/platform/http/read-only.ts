import type { MiddlewareHandler } from 'hono';
import { login } from '#contract/accounts.ts';
import { signout } from '#contract/auth.ts';
import { apiBase } from '#contract/endpoint.ts';
import { Problem } from '#contract/problems.ts';
import { proveIdentity, sendProofCode } from '#contract/proof.ts';
import { getSiteSetup } from '#contract/site.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { Visitor } from './kit.ts';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Sessions begin and end, and operators prove who they are and end the maintenance. */
const open = [login.path, signout.path, proveIdentity.path, sendProofCode.path].map((path) => apiBase + path);
const ofOperators = `${apiBase}${getSiteSetup.path}/`;

/** Seconds after which an outbox tries again. */
const retrySeconds = 30;

/** Refuses writes during maintenance. @throws maintenance with `Retry-After` */
export const readOnly =
  (site: SiteSettings): MiddlewareHandler<Visitor> =>
  async (c, next) => {
    const { maintenance } = site.current;
    if (maintenance && !reads.has(c.req.method) && !open.includes(c.req.path) && !c.req.path.startsWith(ofOperators)) {
      c.set('isReadOnly', true);
      // Not in the details: pages would say that there were too many attempts.
      c.header('Retry-After', String(retrySeconds));
      throw new Problem('maintenance', { message: maintenance.text });
    }
    await next();
  };
