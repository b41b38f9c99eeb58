import { serviceRoutes } from '#api/features/services/services.routes.ts';
import type { SiteServices } from '#contract/services.ts';
import { getSiteServices } from '#contract/services.ts';
import { any, routeOf } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

/** Links of a site with the sample community whose operator has set none. */
const sampleLinks = [
  { name: 'Mastodon', url: 'https://mastodon.social/tags/bicycle' },
  { name: 'Pixelfed', url: 'https://pixelfed.social/discover/tags/bicycle' },
  { name: 'YouTube', url: 'https://www.youtube.com/hashtag/bicycle' },
];

/** The site as its operator has set it up: external services, name, color, announcement and maintenance. */
export function servicesModule({ config, site }: Infrastructure) {
  const environment = config.production ? 'production' : 'development';
  const { errors, ...others } = config.services;
  const isDemo = config.demo && config.mongodbUrl === undefined;
  const social = others.social.length === 0 && isDemo ? sampleLinks : others.social;
  const connected = { ...others, social, errors: errors && { ...errors, environment } };
  const services = async (): Promise<SiteServices> => {
    const { settings, announcement, maintenance } = await site.read();
    const { name, color } = settings;
    return {
      ...connected,
      name,
      color,
      announcement: announcement && { id: announcement.id, text: announcement.text, link: announcement.link },
      maintenance: maintenance?.text ?? null,
    };
  };
  return {
    cacheDependencies: {
      [routeOf(getSiteServices)]: [any('site')],
    },
    mount: (api, guards) => void api.route('/', serviceRoutes(services, guards)),
  } satisfies Module;
}
