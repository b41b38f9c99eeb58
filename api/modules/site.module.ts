import { manifestRoutes } from '#api/features/site/site.manifest.routes.ts';
import { siteSettingsRoutes } from '#api/features/site/site.routes.ts';
import { SiteService } from '#api/features/site/site.service.ts';
import { serviceRoutes } from '#api/features/site/site.services.routes.ts';
import { defaultSender } from '#api/platform/mail/mail.ts';
import { doMembersInvite } from '#contract/join-settings.ts';
import { getSiteRules } from '#contract/site.ts';
import type { SiteServices } from '#contract/site-services.ts';
import { getSiteServices } from '#contract/site-services.ts';
import { any, routeOf } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

/** Links of a site with the sample community whose operator has set none. */
const sampleLinks = [
  { name: 'Mastodon', url: 'https://mastodon.social/tags/bicycle' },
  { name: 'Pixelfed', url: 'https://pixelfed.social/discover/tags/bicycle' },
  { name: 'YouTube', url: 'https://www.youtube.com/hashtag/bicycle' },
];

/**
 * The site as its operators have set it up: name, color, announcement, maintenance, rules and external services.
 * @param options `page`: the folder of the built page
 */
export function siteModule({ config, site, log }: Infrastructure, { page }: { page: string }) {
  const service = new SiteService({ settings: site, sender: defaultSender(config.publicOrigin), log });
  const environment = config.production ? 'production' : 'development';
  const { errors, ...others } = config.services;
  const isDemo = config.demo && config.mongodbUrl === undefined;
  const social = others.social.length === 0 && isDemo ? sampleLinks : others.social;
  const logins = config.openIdProviders.map(({ id, name }) => ({ id, name }));
  const connected = { ...others, social, errors: errors && { ...errors, environment } };
  const services = async (): Promise<SiteServices> => {
    const { settings, announcement, maintenance, joining } = await site.read();
    const { name, color } = settings;
    return {
      ...connected,
      name,
      color,
      announcement: announcement && { id: announcement.id, text: announcement.text, link: announcement.link },
      maintenance: maintenance?.text ?? null,
      invitations: doMembersInvite(joining),
      ...(logins.length > 0 && { logins }),
    };
  };
  return {
    cacheDependencies: {
      [routeOf(getSiteServices)]: [any('site')],
      [routeOf(getSiteRules)]: [any('site')],
    },
    mount(api, guards) {
      api.route('/', siteSettingsRoutes(service, guards)).route('/', serviceRoutes(services, guards));
    },
    mountOutside: (outside) => void outside.route('/', manifestRoutes(site, page)),
  } satisfies Module;
}
