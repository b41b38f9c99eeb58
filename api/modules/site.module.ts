import { manifestRoutes } from '#api/features/site/site.manifest.routes.ts';
import { siteSettingsRoutes } from '#api/features/site/site.routes.ts';
import { SiteService } from '#api/features/site/site.service.ts';
import { defaultSender } from '#api/platform/mail.ts';
import { getSiteRules } from '#contract/site.ts';
import { any, routeOf } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

/** The operators' settings of the site itself. @param options `page`: the folder of the built page */
export function siteModule({ config, site, log }: Infrastructure, { page }: { page: string }) {
  const service = new SiteService({ settings: site, sender: defaultSender(config.publicOrigin), log });
  return {
    cacheDependencies: {
      [routeOf(getSiteRules)]: [any('site')],
    },
    mount: (api, guards) => void api.route('/', siteSettingsRoutes(service, guards)),
    mountOutside: (outside) => void outside.route('/', manifestRoutes(site, page)),
  } satisfies Module;
}
