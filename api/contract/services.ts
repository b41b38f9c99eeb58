import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** A place elsewhere where the site's people can be followed. */
const SocialLink = v.object({ name: v.string(), url: v.string() });

/** Who is told what broke on a page. The token lets anybody report, and nobody read. */
const ErrorService = v.object({ url: v.string(), token: v.string(), environment: v.string() });
export type ErrorService = v.InferOutput<typeof ErrorService>;

/** Who counts the pages that are looked at, and under which name. */
const VisitService = v.object({ url: v.string(), domain: v.string() });
export type VisitService = v.InferOutput<typeof VisitService>;

/** What the site is connected with elsewhere, as its operator has set it up; null for nobody. */
export const SiteServices = v.object({
  social: v.array(SocialLink),
  errors: v.nullable(ErrorService),
  visits: v.nullable(VisitService),
});
export type SiteServices = v.InferOutput<typeof SiteServices>;

export const siteServices = endpoint('GET', '/services', { reply: SiteServices });
