import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** A profile of the site on a social network. */
const SocialLink = v.object({ name: v.string(), url: v.string() });

/** Error reporting service. The token allows reporting, not reading. */
const ErrorService = v.object({ url: v.string(), token: v.string(), environment: v.string() });
export type ErrorService = v.InferOutput<typeof ErrorService>;

/** Service that counts page views, and the site's name there. */
const VisitService = v.object({ url: v.string(), domain: v.string() });
export type VisitService = v.InferOutput<typeof VisitService>;

/** External services as configured by the operator; null when unused. */
export const SiteServices = v.object({
  social: v.array(SocialLink),
  errors: v.nullable(ErrorService),
  visits: v.nullable(VisitService),
});
export type SiteServices = v.InferOutput<typeof SiteServices>;

export const siteServices = endpoint('GET', '/services', { reply: SiteServices });
