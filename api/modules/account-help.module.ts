import { accountHelpRoutes } from '#api/features/account-help/account-help.routes.ts';
import { AccountHelp } from '#api/features/account-help/account-help.service.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { ExportModule } from './export.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { ModerationModule } from './moderation.module.ts';
import type { Module } from './module.ts';

interface Deps {
  accounts: AccountsModule;
  moderation: ModerationModule;
  exports: ExportModule;
}

/** Help with accounts whose members cannot log in. */
export function accountHelpModule(
  { emit, mailer, jobs, now, log }: Infrastructure,
  { accounts, moderation, exports }: Deps,
) {
  const { links, logins, resets, departing, erasure, sessions, signedInDevices, signIns } = accounts.help;
  const service = new AccountHelp({
    accounts: accounts.store,
    links,
    logins,
    resets,
    departures: departing,
    erasure,
    sessions,
    signedInDevices,
    moderation: moderation.service,
    signedOut: signIns.ended,
    emit,
    mailer,
    jobs,
    now,
    log,
  });
  return {
    service,
    mount: (api, guards) =>
      void api.route('/', accountHelpRoutes({ help: service, exports: exports.service, signIns, now }, guards)),
  } satisfies Module & Record<string, unknown>;
}
