import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import type { Application } from '#contract/applications.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import { daysToDecide } from '#contract/periods.ts';
import type { ApplicantStore } from './accounts.applicants.store.ts';
import type { LinkStore } from './accounts.links.store.ts';
import { acceptedMail, lapsedMail, refusedMail } from './accounts.mails.ts';
import type { Account, AccountStore } from './accounts.store.ts';

const pageSize = 50;
const dayMs = 86_400_000;

interface Deps {
  applicants: ApplicantStore;
  accounts: AccountStore;
  links: LinkStore;
  /** Runs a write that makes a member. @throws join.full */
  admit<T>(write: () => Promise<T>): Promise<T>;
  mailer: Mailer;
  emit: Events['emit'];
  jobs: Jobs;
  now: Now;
}

/** Applications of people who wait to be let in. */
export class ApplicationService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async list({ cursor, limit = pageSize }: PageQuery): Promise<Page<Application>> {
    const { items, next } = await this.#deps.applicants.list(limit, cursor);
    const shown = items.map(({ id, username, email, entry, createdAt }) => ({
      id,
      username,
      email,
      answer: entry?.answer ?? '',
      at: createdAt.toISOString(),
    }));
    return { items: shown, next };
  }

  /** Makes an applicant a member. @returns whether there was one @throws join.full */
  async accept(id: string): Promise<boolean> {
    const { applicants, accounts, admit, emit, mailer, jobs, now } = this.#deps;
    const account = await accounts.byId(id);
    const isAccepted = account !== null && (await admit(() => applicants.accept(id, now())));
    if (!isAccepted) return false;
    jobs.soon('acceptance mail', () => mailer.send(acceptedMail, account));
    await emit({ what: 'member.joined', memberId: id });
    return true;
  }

  /** Erases an applicant, who is told by mail. @returns whether there was one */
  async refuse(id: string, reason: string): Promise<boolean> {
    const { mailer, jobs } = this.#deps;
    const account = await this.#remove(id);
    if (account) jobs.soon('refusal mail', () => mailer.send(refusedMail, { ...account, reason }));
    return account !== null;
  }

  /** Erases applicants about whom nobody has decided in time. */
  async sweep(stopping: AbortSignal): Promise<void> {
    const { applicants, mailer, now } = this.#deps;
    const before = new Date(now().getTime() - daysToDecide * dayMs);
    for (const { id } of await applicants.waitingSince(before)) {
      if (stopping.aborted) return;
      const account = await this.#remove(id);
      if (account) await mailer.send(lapsedMail, account);
    }
  }

  async #remove(id: string): Promise<Account | null> {
    const account = await this.#deps.applicants.remove(id);
    if (account) await this.#deps.links.eraseOf(id);
    return account;
  }
}
