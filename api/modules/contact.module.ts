import { contactRoutes } from '#api/features/contact/contact.routes.ts';
import { ContactService } from '#api/features/contact/contact.service.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

/** The contact form. */
export function contactModule({ config, mailer, limits }: Infrastructure) {
  const operator = config.operatorEmail ?? `operator@${new URL(config.publicOrigin).hostname}`;
  const service = new ContactService({ mailer, limits, operator });
  return {
    mount: (api, guards) => void api.route('/', contactRoutes(service, guards)),
  } satisfies Module;
}
