import type { Now } from '#api/platform/clock.ts';
import type { Leases } from '#api/platform/leases.ts';
import type { Log } from '#api/platform/logs.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import { digestUndoHours } from '#contract/digest.ts';
import type { SiteLanguage } from '#contract/languages.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { DigestContentReader } from './digest.contents.ts';
import type { DigestLinks } from './digest.links.ts';
import { digestMail } from './digest.mails.ts';
import type { DigestStore, DoneDigest, DueDigest } from './digest.store.ts';
import { nextDigest } from './digest.time.ts';

/** A member with a confirmed address who can log in. */
type Addressee = Person & { email: string; language?: SiteLanguage | undefined };

interface Deps {
  digests: DigestStore;
  contents: Pick<DigestContentReader, 'read'>;
  links: DigestLinks;
  mailer: Pick<Mailer, 'queue' | 'sweep' | 'isCrowded'>;
  leases: Leases;
  /** Filters the members who chose the mail. */
  wantedAmong(ids: string[]): Promise<Set<string>>;
  /** The time zone that a member's device has told. */
  timeZoneOf(memberId: string): Promise<string | undefined>;
  /** Changes the member's choice. */
  choose(memberId: string, value: 'On' | 'Off', timeZone?: string): Promise<void>;
  addressees(ids: string[]): Promise<Map<string, Addressee>>;
  now: Now;
  log: Log;
}

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
/** A mail that is later than this is left out: the queue knows for a week which mails there were, and news grow old. */
const maxLateMs = 48 * hourMs;
const leaseMs = 60_000;
const batchSize = 100;
/** Without a time zone. */
const anyTimeZone = 'Etc/UTC';

/** The weekly mail: who gets it when, and the pass that sends it. */
export class DigestService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Schedules the mail as the member's preferences say. Idempotent. */
  async follow(memberId: string): Promise<void> {
    const { digests, wantedAmong, timeZoneOf, now } = this.#deps;
    const row = await digests.find(memberId);
    if (!(await wantedAmong([memberId])).has(memberId)) {
      if (row?.dueAt) await digests.end(memberId);
      return;
    }
    const timeZone = (await timeZoneOf(memberId)) ?? anyTimeZone;
    if (row?.dueAt && row.timeZone === timeZone) return;
    await digests.schedule(memberId, nextDigest(now(), timeZone, row?.last), timeZone);
  }

  /** Ends the mail of the member whose link this is. @throws digest.link */
  async end(token: string): Promise<void> {
    const { digests, wantedAmong, choose, now } = this.#deps;
    const memberId = this.#memberOf(token);
    if (!(await wantedAmong([memberId])).has(memberId)) return;
    await digests.noteEnded(memberId, now());
    await choose(memberId, 'Off');
  }

  /** Undoes that. @throws digest.link, digest.late */
  async resume(token: string, timeZone: string): Promise<void> {
    const { digests, wantedAmong, choose, now } = this.#deps;
    const memberId = this.#memberOf(token);
    if ((await wantedAmong([memberId])).has(memberId)) return;
    const endedAt = (await digests.find(memberId))?.endedAt;
    if (!endedAt || now().getTime() - endedAt.getTime() > digestUndoHours * hourMs) throw new Problem('digest.late');
    await choose(memberId, 'On', timeZone);
  }

  /** @throws digest.link */
  #memberOf(token: string): string {
    const memberId = this.#deps.links.memberOf(token);
    if (!memberId) throw new Problem('digest.link');
    return memberId;
  }

  /**
   * Queues the mails that are due and has them sent. A mail's id in the queue is made of the member and the day, so a pass
   * that was killed, or two at once, queue none twice.
   * @returns how many were queued; null while another process does it
   */
  async pass(stopping?: AbortSignal): Promise<number | null> {
    const { digests, leases, now } = this.#deps;
    if (!(await digests.hasDue(now()))) return 0;
    return leases.hold('digest', leaseMs, (lost) => this.#pass(stopping ? AbortSignal.any([lost, stopping]) : lost));
  }

  async #pass(stopping: AbortSignal): Promise<number> {
    const { digests, mailer, now } = this.#deps;
    let sent = 0;
    let last: DueDigest | undefined;
    // While the mail server takes none, the rest waits for the next pass.
    while (!stopping.aborted && !(await mailer.isCrowded())) {
      // Members whose mail fails are passed over until the next pass.
      const batch = await digests.due(now(), batchSize, last);
      if (batch.length === 0) break;
      last = batch.at(-1);
      sent += await this.#send(batch);
      await mailer.sweep(stopping);
    }
    return sent;
  }

  /** @returns how many mails were queued */
  async #send(batch: readonly DueDigest[]): Promise<number> {
    const { digests, contents, links, mailer, wantedAmong, addressees, now, log } = this.#deps;
    const at = now();
    const ids = batch.map(({ memberId }) => memberId);
    const [wanted, members] = await Promise.all([wantedAmong(ids), addressees(ids)]);
    const written = batch.flatMap((due) => {
      const me = members.get(due.memberId);
      const isInTime = at.getTime() - due.at.getTime() <= maxLateMs;
      if (!me || !isInTime || !wanted.has(due.memberId)) return [];
      return [{ me, from: new Date(due.at.getTime() - weekMs), before: due.at, day: due.day }];
    });
    const news = await contents.read(written, at);
    const mails = written.flatMap(({ me: { id, username, email, language }, day }) => {
      const found = news.get(id);
      const token = links.tokenFor(id);
      return found ? [{ once: `${id}.${day}`, data: { username, email, language, token, contents: found } }] : [];
    });
    const failed = await mailer.queue(digestMail, mails);
    for (const [mail, err] of failed) log.error({ err, mail }, 'weekly mail not written');
    const done = batch.filter(({ memberId, day }) => !failed.has(`${memberId}.${day}`));
    await digests.finish(done.map((due): DoneDigest => ({ due, next: nextDigest(at, due.timeZone, due.day) })));
    return mails.length - failed.size;
  }
}
