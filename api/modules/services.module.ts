import { serviceRoutes } from '#api/features/services/services.routes.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

/** The operator's external services. */
export function servicesModule({ config }: Infrastructure) {
  const environment = config.production ? 'production' : 'development';
  const { errors, ...services } = config.services;
  const connected = { ...services, errors: errors && { ...errors, environment } };
  return {
    mount: (api, guards) => void api.route('/', serviceRoutes(connected, guards)),
  } satisfies Module;
}
