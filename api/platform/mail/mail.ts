import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Db, Filter } from 'mongodb';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { newId } from '#contract/ids.ts';
import type { SiteLanguage } from '#contract/languages.ts';
import type { MailFailure, UnsentState } from '#contract/mails.ts';
import type { Page } from '#contract/paging.ts';
import type { Now } from '../clock.ts';
import { currentLanguage, withLanguage } from '../languages.ts';
import type { Log } from '../logs.ts';
import { isDuplicate } from '../mongo.ts';
import { after, before, page } from '../paging.ts';
import { small } from '../placement.ts';
import type { Config } from '../settings/config.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import { observed } from '../telemetry/work.ts';
import { type Letter, type MailKind, oneAddress, oneLine } from './letter.ts';
import { htmlOf } from './letter-html.ts';
import { textOf } from './letter-text.ts';
import { failureOf } from './mail-failure.ts';
import { MailTextStore, type OwnMailText } from './mail-texts.store.ts';
import { smtpOptions } from './smtp.ts';

export type MailRow = {
  _id: string;
  /** The name of its kind. Rows of earlier versions have none. */
  kind?: string;
  to: string;
  replyTo?: string;
  subject: string;
  /** The content, until it was sent. Rows of earlier versions have no HTML and no date. */
  text: string;
  html?: string;
  /** Of mails that come regularly. */
  list?: Letter['list'];
  /** Whether it is rather lost than sent twice: it counts as sent while the mail server takes it. */
  isBulk?: true;
  /** Which process has claimed it, while it sends bulk mails. */
  claim?: string;
  writtenAt?: Date;
  state: UnsentState | 'sent';
  /** Failed attempts since it was written, or since an operator last had it sent again. */
  attempts: number;
  /** When it is tried next, or when it was given up. */
  nextAt: Date;
  /** The last failed attempt. */
  failure?: { at: Date; reason: MailFailure; answer: string };
  /** When its link expires; missing in mails without one, and once it was sent or has expired. */
  linkEndsAt?: Date;
  /** Whether its link has expired before it was sent. */
  expired?: true;
  expiresAt: Date;
};

/** Fields that are deleted as soon as a mail cannot be sent any more: they may hold a link that acts. */
const content = { subject: '', replyTo: '', text: '', html: '', list: '', linkEndsAt: '' } as const;

/** Retry delays in minutes. Afterwards the mail is given up. */
const retryDelaysMinutes = [1, 5, 15, 60, 240, 720];
const toDate = (at: number) => new Date(at);
/** Mails that the queue sends at once, over so many connections that are used again. */
const batchSize = 20;
const maxConnections = 10;
const maxAgeDays = 7;
/** Mails that may be due before bulk mails are held back. */
const crowd = 1_000;
const minute = 60_000;
/** How long an operator waits for the result of an attempt, in milliseconds. */
const maxWaitMs = 8_000;

/** Of members; for strangers it is that of the page. */
type Addressed = { language?: SiteLanguage | undefined };

interface Deps {
  db: Db;
  /** `file:`, `smtp://…` or `smtps://…` */
  url: string;
  /** Whether a mail server must offer TLS. */
  tls: Config['mailTls'];
  /** The folder of the .eml files of `file:`. */
  folder: string;
  /** The site's public origin, for links and for the sender's domain. */
  origin: string;
  /** The site's name, color and sender. */
  site: Pick<SiteSettings, 'current' | 'look'>;
  now: Now;
  log: Log;
}

/** The sender's address where operators have set none. */
export const defaultSender = (origin: string): string => `no-reply@${new URL(origin).hostname}`;

/**
 * Headers of mails that come regularly: an id (RFC 2919), and how a mail program ends them without opening a page
 * (RFC 2369, RFC 8058). A vacation responder answers neither (RFC 3834, 2).
 */
const listHeaders = ({ name, unsubscribe }: NonNullable<Letter['list']>, origin: string) => ({
  'List-Id': `<${name}.${new URL(origin).hostname}>`,
  'List-Unsubscribe': `<${origin}${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  Precedence: 'bulk',
});

/** Builds the message. It has the same id at each try, so that a mail that arrives twice is shown once. */
function messageOf(row: MailRow, { origin, site }: Pick<Deps, 'origin' | 'site'>, now: Date): SendMailOptions {
  const { _id, to, replyTo, subject, text, html, list, writtenAt } = row;
  return {
    from: { name: oneLine(site.look.name), address: site.current.settings.sender ?? defaultSender(origin) },
    to: { name: '', address: to },
    // With a Reply-To, a person wrote the words: the mail is not auto-generated (RFC 3834, 3.1.2 and 5.1).
    ...(replyTo
      ? { replyTo: { name: '', address: replyTo } }
      : { headers: { 'Auto-Submitted': 'auto-generated', ...(list && listHeaders(list, origin)) } }),
    subject: oneLine(subject),
    text,
    ...(html !== undefined && { html }),
    date: writtenAt ?? now,
    messageId: `<${_id}@${new URL(origin).hostname}>`,
    // Keeps every line short (RFC 5322, 2.1.1), so that no relay has to break a line of a signed mail.
    textEncoding: 'quoted-printable',
    xMailer: false,
  };
}

/** Writes a mail into an .eml file, which mail programs open. */
async function deliverToFolder(folder: string, message: SendMailOptions, now: Date): Promise<void> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: bytes } = await composer.sendMail(message);
  const path = join(folder, `${newId(now.getTime())}.eml`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${path}.part`, bytes as Buffer, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

/**
 * Sends mails. Each is queued in the database until it was sent, so that neither a crash nor a failing mail server
 * loses one.
 */
export class Mailer {
  /** The operators' texts of mails. */
  readonly texts: MailTextStore;
  readonly placement;
  readonly #rows: Collection<MailRow>;
  readonly #deps: Deps;
  readonly #server: Transporter | null;
  /** The same server, with connections that the queue uses again and again. */
  readonly #pool: Transporter | null;
  readonly #sending = new Set<Promise<unknown>>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#rows = deps.db.collection<MailRow>('mails');
    this.texts = new MailTextStore(deps.db, deps.now);
    this.placement = { mails: small, ...this.texts.placement };
    const options = deps.url === 'file:' ? null : smtpOptions(deps.url, deps.tls);
    this.#server = options && createTransport(options);
    this.#pool = options && createTransport({ ...options, pool: true, maxConnections });
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ state: 1, nextAt: 1, _id: 1 });
    await this.#rows.createIndex({ linkEndsAt: 1 }, { sparse: true });
    await this.#rows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  }

  /**
   * Queues a mail and tries to send it at once. Waits until a file is written, but not for a mail server.
   * @param once an idempotency key: a second mail of this kind with the same key is not sent within a week
   */
  async send<Data extends object>(kind: MailKind<Data>, data: NoInfer<Data> & Addressed, once?: string): Promise<void> {
    const row = await this.#written(kind, data, once, (language) => this.texts.get(kind.name, language));
    row.nextAt = new Date(row.nextAt.getTime() + minute);
    try {
      await this.#rows.insertOne(row);
    } catch (error) {
      if (isDuplicate(error)) return;
      throw error;
    }
    const sending = this.#begin(row);
    if (!this.#server) await sending;
  }

  /**
   * Queues many mails of a kind; the next sweep sends them. They share few connections, and are rather lost than sent
   * twice if the process is killed.
   * @param mails each with its idempotency key, as in `send`
   * @returns the keys of those that could not be written, with the error
   */
  async queue<Data extends object>(
    kind: MailKind<Data>,
    mails: readonly { data: NoInfer<Data> & Addressed; once: string }[],
  ): Promise<Map<string, unknown>> {
    const texts = new Map<SiteLanguage, Promise<OwnMailText | null>>();
    const textIn = (language: SiteLanguage) => {
      const text = texts.get(language) ?? this.texts.get(kind.name, language);
      texts.set(language, text);
      return text;
    };
    const failed = new Map<string, unknown>();
    const rows: MailRow[] = [];
    for (const { data, once } of mails) {
      try {
        rows.push({ ...(await this.#written(kind, data, once, textIn)), isBulk: true });
      } catch (error) {
        failed.set(once, error);
      }
    }
    if (rows.length > 0) {
      await this.#rows.insertMany(rows, { ordered: false }).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
    }
    return failed;
  }

  /** @param textIn the operators' text of this kind in a language */
  async #written<Data extends object>(
    kind: MailKind<Data>,
    data: NoInfer<Data> & Addressed,
    once: string | undefined,
    textIn: (language: SiteLanguage) => Promise<OwnMailText | null>,
  ): Promise<MailRow> {
    const { origin, site } = this.#deps;
    const writtenAt = this.#deps.now();
    const now = writtenAt.getTime();
    // A member's account names the language; a stranger's is the one of the page.
    const language = data.language ?? currentLanguage();
    const own = await textIn(language);
    const { letter, text, html } = await withLanguage(language, async () => {
      const letter = kind.write(data, site.look.name, own);
      const text = textOf(letter, origin, site.look.name);
      return { letter, text, html: await htmlOf(letter, origin, site.look) };
    });
    const { subject, list } = letter;
    const to = oneAddress(letter.to);
    const replyTo = letter.replyTo && oneAddress(letter.replyTo);
    return {
      _id: once === undefined ? newId(now) : `${kind.name}.${once}`,
      kind: kind.name,
      to,
      ...(replyTo && { replyTo }),
      subject,
      text,
      html,
      ...(list && { list }),
      writtenAt,
      state: 'waiting',
      attempts: 0,
      nextAt: writtenAt,
      ...(kind.linkMs !== undefined && { linkEndsAt: new Date(now + kind.linkMs) }),
      expiresAt: new Date(now + maxAgeDays * 24 * 60 * minute),
    };
  }

  /** Tries to send a mail. The stop of the process waits for it. */
  #begin(row: MailRow): Promise<unknown> {
    const sending: Promise<unknown> = this.#attempt(row).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    return sending;
  }

  /** Number of mails that wait to be sent, and that were given up in the last week. */
  async queued(): Promise<{ waiting: number; given_up: number }> {
    const [waiting, givenUp] = await Promise.all([
      this.#rows.countDocuments({ state: 'waiting' }),
      this.#rows.countDocuments({ state: 'given up' }),
    ]);
    return { waiting, given_up: givenUp };
  }

  /** Whether so many mails are due that none should be added without need. */
  async isCrowded(): Promise<boolean> {
    const soon = new Date(this.#deps.now().getTime() + minute);
    const due = { state: 'waiting' as const, nextAt: { $lte: soon } };
    return (await this.#rows.countDocuments(due, { limit: crowd })) === crowd;
  }

  /** Number of mails that were given up since a time. */
  givenUpSince(at: Date): Promise<number> {
    return this.#rows.countDocuments({ state: 'given up', nextAt: { $gt: at } });
  }

  /** A page of unsent mails: waiting ones by their next attempt, the others latest first. */
  async unsent(state: UnsentState, limit: number, cursor?: string): Promise<Page<MailRow>> {
    const isWaiting = state === 'waiting';
    const further =
      isWaiting && cursor ? before<MailRow>('nextAt', cursor, toDate) : after<MailRow>('nextAt', cursor, toDate);
    const order = isWaiting ? 1 : -1;
    const rows = await this.#rows
      .find({ state, ...further }, { projection: { subject: 0, replyTo: 0, text: 0, html: 0, list: 0 } })
      .sort({ nextAt: order, _id: order })
      .limit(limit + 1)
      .toArray();
    return page(
      rows,
      limit,
      (row) => row,
      ({ nextAt, _id: id }) => ({ at: nextAt.getTime(), id }),
    );
  }

  /**
   * Tries an unsent mail now, and later as often as a new one. One that is tried within a minute, or right now, is left
   * alone.
   * @returns the mail after the attempt, or after some seconds; null if there is none
   */
  async sendAgain(id: string): Promise<MailRow | null> {
    await this.#endExpired();
    const soon = new Date(this.#deps.now().getTime() + minute);
    const restart = { $set: { state: 'waiting' as const, attempts: 0, nextAt: soon } };
    const can = { $or: [this.#resendable('given up'), this.#resendable('waiting')] };
    const row = await this.#rows.findOneAndUpdate({ _id: id, ...can }, restart, { returnDocument: 'after' });
    if (row) await Promise.race([this.#begin(row), pause(maxWaitMs, undefined, { ref: false })]);
    return this.#rows.findOne({ _id: id });
  }

  /** Makes all unsent mails of a state due; the next sweep sends them. @returns how many */
  async makeDue(state: UnsentState): Promise<number> {
    await this.#endExpired();
    const due = { $set: { state: 'waiting' as const, attempts: 0, nextAt: this.#deps.now() } };
    return (await this.#rows.updateMany(this.#resendable(state), due)).modifiedCount;
  }

  /** Mails that can be sent again: an attempt that was begun ends within a minute. */
  #resendable(state: UnsentState): Filter<MailRow> {
    if (state === 'given up') return { state, expired: { $ne: true } };
    return { state, nextAt: { $gt: new Date(this.#deps.now().getTime() + minute) } };
  }

  /** Gives mails up whose link has expired, and deletes their content. */
  async #endExpired(): Promise<void> {
    const now = this.#deps.now();
    const end = { $set: { state: 'given up' as const, expired: true as const, nextAt: now }, $unset: content };
    await this.#rows.updateMany({ linkEndsAt: { $lte: now } }, end);
  }

  /** Retries the mails that are due, until none is left or none can be sent. */
  async sweep(stopping?: AbortSignal): Promise<void> {
    await this.#endExpired();
    const due = { state: 'waiting' as const, nextAt: { $lte: this.#deps.now() } };
    for (let goesOn = true; goesOn && !stopping?.aborted; ) {
      const rows = await this.#rows.find(due).sort({ nextAt: 1 }).limit(batchSize).toArray();
      const [bulk, others] = [rows.filter(({ isBulk }) => isBulk), rows.filter(({ isBulk }) => !isBulk)];
      const sent = await Promise.all([this.#sendBulk(bulk, due), ...others.map((row) => this.#claim(row, due))]);
      goesOn = sent.some(Boolean);
    }
  }

  /** Sends a mail unless another process has claimed it since it was read. @returns whether it was sent */
  async #claim(row: MailRow, due: Filter<MailRow>): Promise<boolean> {
    const nextAt = new Date(this.#deps.now().getTime() + minute);
    const { matchedCount } = await this.#rows.updateOne({ ...due, _id: row._id }, { $set: { nextAt } });
    return matchedCount === 1 && this.#attempt(row, this.#pool);
  }

  /**
   * Sends bulk mails but those that another process has claimed. They count as sent from the claim on.
   * @returns whether any was sent
   */
  async #sendBulk(found: readonly MailRow[], due: Filter<MailRow>): Promise<boolean> {
    if (found.length === 0) return false;
    const [claim, ids] = [randomUUID(), { $in: found.map(({ _id }) => _id) }];
    const { matchedCount } = await this.#rows.updateMany({ ...due, _id: ids }, { $set: { state: 'sent', claim } });
    const isOurs = { _id: ids, claim };
    const claimed = matchedCount < found.length && (await this.#rows.distinct('_id', isOurs));
    const ours = claimed ? found.filter(({ _id }) => claimed.includes(_id)) : found;
    const sent = await Promise.all(
      ours.map(async (row) => {
        try {
          await this.#deliver(row, this.#pool);
          return [row._id];
        } catch (error) {
          await this.#noteFailure(row, error);
          return [];
        }
      }),
    );
    const done = sent.flat();
    if (done.length > 0) await this.#rows.updateMany({ _id: { $in: done } }, { $unset: { ...content, claim: '' } });
    return done.length > 0;
  }

  /** @returns whether it was sent */
  async #attempt(row: MailRow, server = this.#server): Promise<boolean> {
    const { _id } = row;
    try {
      await this.#deliver(row, server);
      // The content may hold a link that acts, or be for two people only, so it is deleted at once.
      await this.#rows.updateOne({ _id }, { $set: { state: 'sent' }, $unset: content });
      return true;
    } catch (error) {
      await this.#noteFailure(row, error);
      return false;
    }
  }

  async #deliver(row: MailRow, server: Transporter | null): Promise<void> {
    const { folder, now } = this.#deps;
    const message = messageOf(row, this.#deps, now());
    if (server) await observed({ kind: 'mail', startedAt: performance.now() }, () => server.sendMail(message));
    else await deliverToFolder(folder, message, now());
  }

  async #noteFailure({ _id, attempts, isBulk }: MailRow, error: unknown): Promise<void> {
    const { url, now, log } = this.#deps;
    const wait = retryDelaysMinutes[attempts];
    const nextAt = new Date(now().getTime() + (wait ?? 0) * minute);
    const state = wait === undefined ? 'given up' : 'waiting';
    const why = failureOf(error, url);
    log.warn({ ...why, mail: _id, attempts: attempts + 1, waitMinutes: wait ?? null }, 'mail not sent');
    const failure = { at: now(), ...why };
    // Another process may have sent it after so long an attempt, but no bulk mail.
    const unsent = { _id, ...(!isBulk && { state: 'waiting' as const }) };
    const change = { $set: { state, nextAt, failure }, $inc: { attempts: 1 } } as const;
    await this.#rows.updateOne(unsent, change).catch(() => undefined);
  }

  /** Waits for the mails that are being sent. */
  async close(): Promise<void> {
    await Promise.all(this.#sending);
    this.#server?.close();
    this.#pool?.close();
  }
}

export const createMailer = (deps: Deps): Mailer => new Mailer(deps);
