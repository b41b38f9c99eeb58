import { setTimeout as wait } from 'node:timers/promises';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import type { Leases } from '#api/platform/leases.ts';
import type { SiteSettings } from '#api/platform/settings/site-settings.ts';
import type { Signup } from '#contract/accounts.ts';
import type { JoinSettings } from '#contract/join-settings.ts';
import type { Joining } from '#contract/joining.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import { isAtDomain, isInNetwork, isSameMailbox } from './joining.blocks.ts';
import type { Invitations } from './joining.invitations.ts';

/** What an account brings besides its password, until it is a member: an answer, or the id of an invitation. */
export type Entry = { answer: string; invitation: string | null };

interface Deps {
  site: Pick<SiteSettings, 'read'>;
  invitations: Invitations;
  /** Counts the members who are here, up to `limit`. */
  countMembers(limit: number): Promise<number>;
  leases: Leases;
}

const lease = { name: 'joining', ms: 10_000, tries: 40, pauseMs: 50 } as const;

/**
 * Decides who may join, by the operators' settings. Each write reads them anew, so a change holds at once in every process,
 * also for who has signed up and not confirmed yet.
 */
export class JoinService {
  readonly #deps: Deps;
  readonly #admissions = new KeyedMutex();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The public part of how one joins. */
  async read(): Promise<Joining> {
    const settings = await this.#settings();
    const { mode, question } = settings;
    return { mode, question, full: await this.#isFull(settings) };
  }

  /**
   * Checks a sign-up from an IP address. A blocked e-mail address is not refused here: it would tell anybody who is blocked.
   * Its owner is told by mail.
   * @throws join.closed, join.full, join.network, join.invitation, invitation.invalid, .ended, .used, FieldsRefused
   */
  async check(
    { email, answer, invitation }: Pick<Signup, 'email' | 'answer' | 'invitation'>,
    client: string,
  ): Promise<Entry | null> {
    const settings = await this.#settings();
    const { mode, blockedNetworks, blockedDomains } = settings;
    if (mode === 'closed') throw new Problem('join.closed');
    if (isInNetwork(client, blockedNetworks)) throw new Problem('join.network');
    if (await this.#isFull(settings)) throw new Problem('join.full');
    const invited = mode !== 'open' && invitation ? await this.#deps.invitations.find(invitation) : null;
    if (mode === 'invite' && !invited) throw new Problem('join.invitation');
    if (isAtDomain(email, blockedDomains))
      throw new FieldsRefused({ email: [t`Addresses of this provider can't be used here.`] });
    if (mode === 'approval' && !invited && !answer)
      throw new FieldsRefused({ answer: [t`Answer the question, so that we know who asks.`] });
    if (mode === 'open') return null;
    return invited ? { answer: '', invitation: invited._id } : { answer, invitation: null };
  }

  /** Whether an address may not be used. Only its owner may be told. */
  async isAddressBlocked(email: string): Promise<boolean> {
    const { blockedDomains, blockedAddresses } = await this.#settings();
    return isAtDomain(email, blockedDomains) || isSameMailbox(email, blockedAddresses);
  }

  /** Usernames that operators do not allow. */
  async blockedNames(): Promise<readonly string[]> {
    return (await this.#settings()).blockedNames;
  }

  /**
   * Lets an account in whose address is confirmed now, or lets it wait for an approval. The mode is the current one, not that
   * of the sign-up.
   * @param write returns false if the account changed meanwhile
   * @returns what it became; null if `write` did nothing
   * @throws join.closed, join.address, join.full, join.invitation, invitation.invalid, .ended, .used, unavailable
   */
  async enter(
    { id, email, entry }: { id: string; email: string; entry?: Entry | null },
    write: (status: 'Active' | 'Applied') => Promise<boolean>,
  ): Promise<'Active' | 'Applied' | null> {
    const { mode } = await this.#settings();
    if (mode === 'closed') throw new Problem('join.closed');
    if (await this.isAddressBlocked(email)) throw new Problem('join.address');
    const invitation = mode === 'open' ? null : (entry?.invitation ?? null);
    if (mode === 'approval' && !invitation) return (await write('Applied')) ? 'Applied' : null;
    if (mode === 'invite' && !invitation) throw new Problem('join.invitation');
    return this.admit(async () => {
      const refused = invitation && (await this.#deps.invitations.use(invitation, id));
      if (refused && mode !== 'approval') throw new Problem(refused);
      const status = refused ? 'Applied' : 'Active';
      return (await write(status)) ? status : null;
    });
  }

  /**
   * Makes somebody a member while there is room. If there is a cap, all processes do so one after another, so that two never
   * take the last place.
   * @throws join.full, unavailable if others keep joining
   */
  async admit<T>(write: () => Promise<T>): Promise<T> {
    if ((await this.#settings()).maxMembers === null) return write();
    return this.#admissions.run('', async () => {
      for (let tried = 0; tried < lease.tries; tried++) {
        const done = await this.#deps.leases.run(lease.name, lease.ms, async () => {
          if (await this.#isFull(await this.#settings())) throw new Problem('join.full');
          return { written: await write() };
        });
        if (done) return done.written;
        await wait(lease.pauseMs);
      }
      throw new Problem('unavailable', { details: { retryAfter: 1 } });
    });
  }

  async #settings(): Promise<JoinSettings> {
    return (await this.#deps.site.read()).joining;
  }

  async #isFull({ maxMembers }: JoinSettings): Promise<boolean> {
    return maxMembers !== null && (await this.#deps.countMembers(maxMembers)) >= maxMembers;
  }
}
