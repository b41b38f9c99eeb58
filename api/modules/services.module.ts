import { serviceRoutes } from '#api/features/services/services.routes.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

/** Links of a site with the sample community whose operator has set none. */
const sampleLinks = [
  { name: 'Mastodon', url: 'https://mastodon.social/tags/bicycle' },
  { name: 'Pixelfed', url: 'https://pixelfed.social/discover/tags/bicycle' },
  { name: 'YouTube', url: 'https://www.youtube.com/hashtag/bicycle' },
];

/** The operator's external services. */
export function servicesModule({ config }: Infrastructure) {
  const environment = config.production ? 'production' : 'development';
  const { errors, ...services } = config.services;
  const isDemo = config.demo && config.mongodbUrl === undefined;
  const social = services.social.length === 0 && isDemo ? sampleLinks : services.social;
  const connected = { ...services, social, errors: errors && { ...errors, environment } };
  return {
    mount: (api, guards) => void api.route('/', serviceRoutes(connected, guards)),
  } satisfies Module;
}
