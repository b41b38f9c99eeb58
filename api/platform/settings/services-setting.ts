import * as v from 'valibot';
import { parseUrl } from '#contract/parse-url.ts';
import type { SiteServices } from '#contract/site-services.ts';

/** The external services of the site. The environment of error reports is added later. */
export type ServicesSetting = Omit<SiteServices, 'errors'> & {
  errors: Omit<NonNullable<SiteServices['errors']>, 'environment'> | null;
};

export const servicesSettings = {
  SOCIAL_LINKS: v.optional(
    v.pipe(
      v.string(),
      v.description('links in the footer: `Mastodon https://mastodon.example/@us, Instagram https://…`'),
      v.metadata({ default: 'none; samples with the sample community' }),
    ),
  ),
  ERROR_REPORTS: v.optional(
    v.pipe(v.string(), v.description('`rollbar:TOKEN` (a token for client items) receives errors of pages')),
  ),
  ERROR_REPORTS_URL: v.optional(
    v.pipe(
      v.string(),
      v.description("another service that accepts items in Rollbar's format"),
      v.metadata({ default: "Rollbar's" }),
    ),
  ),
  ANALYTICS: v.optional(v.pipe(v.string(), v.description('`plausible:DOMAIN` counts views of public pages'))),
  ANALYTICS_URL: v.optional(
    v.pipe(
      v.string(),
      v.description("another service that accepts Plausible's events"),
      v.metadata({ default: "Plausible's" }),
    ),
  ),
};

type Environment = { [Name in keyof typeof servicesSettings]?: string | undefined };

const rollbar = 'https://api.rollbar.com/api/1/item/';
const plausible = 'https://plausible.io/api/event';

const isAddress = (text: string): boolean => /^https?:$/.test(parseUrl(text)?.protocol ?? '');

/** `Mastodon https://mastodon.example/@us, Instagram https://…` */
function socialOf(text: string): SiteServices['social'] | null {
  const links = text.split(',').map((one) => /^\s*(\S.{0,29}?)\s+(\S+)\s*$/.exec(one) ?? []);
  if (!links.every(([, name, url]) => name && url && isAddress(url))) return null;
  return links.map(([, name = '', url = '']) => ({ name, url }));
}

/**
 * Reads `SOCIAL_LINKS`, `ERROR_REPORTS` (`rollbar:TOKEN`) and `ANALYTICS` (`plausible:DOMAIN`), and the URLs of the
 * last two if they are not the vendors'. Nothing is connected by default.
 * @returns the setting, or its faults
 */
export function readServices(env: Environment): ServicesSetting | string[] {
  const faults: string[] = [];
  const social = env.SOCIAL_LINKS ? socialOf(env.SOCIAL_LINKS) : [];
  if (!social) faults.push('SOCIAL_LINKS must be names with addresses, such as Mastodon https://mastodon.example/@us.');
  const [, token] = /^rollbar:([\w-]{1,100})$/.exec(env.ERROR_REPORTS ?? '') ?? [];
  if (env.ERROR_REPORTS && !token) faults.push('ERROR_REPORTS must be rollbar:TOKEN.');
  const [, domain] = /^plausible:([\w.-]{1,200})$/.exec(env.ANALYTICS ?? '') ?? [];
  if (env.ANALYTICS && !domain) faults.push('ANALYTICS must be plausible:DOMAIN.');
  for (const name of ['ERROR_REPORTS_URL', 'ANALYTICS_URL'] as const) {
    const url = env[name];
    if (url && !isAddress(url)) faults.push(`${name} must begin with https:// or http://.`);
  }
  if (faults.length > 0) return faults;
  return {
    social: social ?? [],
    errors: token ? { url: env.ERROR_REPORTS_URL ?? rollbar, token } : null,
    visits: domain ? { url: env.ANALYTICS_URL ?? plausible, domain } : null,
  };
}

/** Returns the origins that pages send data to. */
export const connectedOrigins = ({ errors, visits }: ServicesSetting): string[] => [
  ...new Set([errors, visits].flatMap((one) => (one ? [new URL(one.url).origin] : []))),
];
