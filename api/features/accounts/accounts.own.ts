import type { Now } from '#api/platform/clock.ts';
import { type SeenSession, stayAlive } from '#api/platform/sessions/epochs.ts';
import type { OwnAccount } from '#contract/own-account.ts';
import { pendingChange } from './accounts.email-change.ts';
import type { NameChangeService } from './accounts.name-change.ts';
import type { AccountStore } from './accounts.store.ts';

interface Deps {
  accounts: AccountStore;
  names: NameChangeService;
  now: Now;
}

/** Shows members what only they see of their accounts. */
export class OwnAccountService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws unauthenticated if the session ended meanwhile */
  async of(userId: string, session: SeenSession): Promise<OwnAccount> {
    const { accounts, names, now } = this.#deps;
    const account = await accounts.byId(userId);
    stayAlive(session, account);
    const { username, email, formerNames = [] } = account;
    const pending = pendingChange(account, now());
    return {
      username,
      email,
      pending: pending && { email: pending.email, until: pending.until.toISOString() },
      formerNames: formerNames
        .filter(({ until }) => until > now())
        .map(({ name, until }) => ({ name, until: until.toISOString() }))
        .reverse(),
      renameAt: names.renameAt(account)?.toISOString() ?? null,
    };
  }
}
