import { mailRoutes } from '#api/features/mails/mails.routes.ts';
import { MailService } from '#api/features/mails/mails.service.ts';
import { mails as kinds } from '#api/mails.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

/** The operators' pages of unsent mails and of the texts of mails. */
export function mailsModule({ config, mailer, site, jobs, log }: Infrastructure) {
  const mails = new MailService({ kinds, mailer, site, origin: config.publicOrigin, log });
  return { mount: (api, guards) => void api.route('/', mailRoutes({ mails, mailer, jobs }, guards)) } satisfies Module;
}
