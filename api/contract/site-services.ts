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

/** An announcement of the operator. `link`: where to read more. */
const Announcement = v.object({ id: v.string(), text: v.string(), link: v.nullable(v.string()) });
export type Announcement = v.InferOutput<typeof Announcement>;

/**
 * The site as configured by the operator: external services, null when unused; name and color, null for the default;
 * the announcement; and why the site is read-only. Devices store answers of earlier versions, which lack some of it.
 */
export const SiteServices = v.object({
  social: v.array(SocialLink),
  errors: v.nullable(ErrorService),
  visits: v.nullable(VisitService),
  name: v.optional(v.nullable(v.string())),
  color: v.optional(v.nullable(v.string())),
  announcement: v.optional(v.nullable(Announcement)),
  maintenance: v.optional(v.nullable(v.string())),
  /** Whether members may invite people. */
  invitations: v.optional(v.boolean()),
  /** Sites whose accounts log in here. */
  logins: v.optional(v.array(v.object({ id: v.string(), name: v.string() }))),
});
export type SiteServices = v.InferOutput<typeof SiteServices>;

export const getSiteServices = endpoint('GET', '/services', { reply: SiteServices });
