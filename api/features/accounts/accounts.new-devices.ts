import type { Now } from '#api/platform/clock.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Limiter, Limits } from '#api/platform/limits.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import type { Sender } from '#api/platform/sessions/sender.ts';
import { newDeviceMail } from './accounts.mails.ts';
import type { Account } from './accounts.store.ts';

interface Deps {
  mailer: Mailer;
  limits: Limits;
  jobs: Jobs;
  now: Now;
}

/** Mails members about log-ins on devices that they had not used before, at most three times a day. */
export class NewDevices {
  readonly #deps: Deps;
  readonly #mails: Limiter;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#mails = deps.limits.limiter({ name: 'new-device-mail', points: 3, seconds: 86_400 });
  }

  /**
   * Mails after the response, in the language of the account before this log-in.
   * @param account as it was before the log-in
   */
  tell(account: Account, from: Sender): void {
    const { jobs, mailer, now } = this.#deps;
    const at = now();
    const { device, network } = from;
    jobs.soon('new device mail', async () => {
      if ((await this.#mails.count(account.id)) === 0)
        await mailer.send(newDeviceMail, { ...account, device, network, at });
    });
  }
}
