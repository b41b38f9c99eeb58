import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection, Db, Filter } from 'mongodb';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import { newId } from '#contract/ids.ts';
import type { Now } from './clock.ts';
import { type MailKind, oneAddress, oneLine } from './letter.ts';
import { htmlOf } from './letter-html.ts';
import { textOf } from './letter-text.ts';
import type { Log } from './logs.ts';
import { isDuplicate } from './mongo.ts';

type MailRow = {
  _id: string;
  to: string;
  replyTo?: string;
  subject: string;
  /** What it says, until it has left. Rows of earlier versions have no HTML and no date. */
  text: string;
  html?: string;
  writtenAt?: Date;
  state: 'waiting' | 'sent' | 'given up';
  attempts: number;
  nextAt: Date;
  expiresAt: Date;
};

/** A mail that cannot leave is tried again after these minutes, then given up. */
const backoffMinutes = [1, 5, 15, 60, 240, 720];
/** Mails that are tried together. */
const atOnce = 5;
const keptDays = 7;
const minute = 60_000;
const timeLimits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

interface Needs {
  db: Db;
  /** `file:`, `smtp://…` or `smtps://…` */
  url: string;
  /** Where `file:` puts its .eml files. */
  folder: string;
  /** What visitors type: where the links lead, and whose name the sender has. */
  origin: string;
  now: Now;
  log: Log;
}

/** A mail as it leaves: the same at each try, with one id, so that one that arrives twice is shown once. */
function messageOf(row: MailRow, host: string, now: Date): SendMailOptions {
  const { _id, to, replyTo, subject, text, html, writtenAt } = row;
  return {
    from: { name: 'Headbadge', address: `no-reply@${host}` },
    to: { name: '', address: to },
    // Who is answered wrote the words: the mail is not a machine's (RFC 3834, 3.1.2 and 5.1).
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : { headers: { 'Auto-Submitted': 'auto-generated' } }),
    subject: oneLine(subject),
    text,
    ...(html !== undefined && { html }),
    date: writtenAt ?? now,
    messageId: `<${_id}@${host}>`,
    // Keeps every line short (RFC 5322, 2.1.1), so that nobody on the way has to break one that is signed.
    textEncoding: 'quoted-printable',
    xMailer: false,
  };
}

/** Writes each mail into a file that mail programs open. */
async function deliverToFolder(folder: string, message: SendMailOptions, now: Date): Promise<void> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: bytes } = await composer.sendMail(message);
  const path = join(folder, `${newId(now.getTime())}.eml`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${path}.part`, bytes as Buffer, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

/** Sends mails. Each waits in the database until it left, so that neither a crash nor a dead mail server loses one. */
export class Mailer {
  readonly #rows: Collection<MailRow>;
  readonly #needs: Needs;
  readonly #server: Transporter | null;
  readonly #leaving = new Set<Promise<unknown>>();

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#rows = needs.db.collection<MailRow>('mails');
    this.#server = needs.url === 'file:' ? null : createTransport({ url: needs.url, ...timeLimits });
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ state: 1, nextAt: 1 });
    await this.#rows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  }

  /**
   * Takes a mail to be sent; a file is written by then, a mail server is not waited for.
   * @param once names what the mail is about: another of this kind about the same, within a week, is not sent
   */
  async send<Facts>(kind: MailKind<Facts>, facts: NoInfer<Facts>, once?: string): Promise<void> {
    const { origin } = this.#needs;
    const writtenAt = this.#needs.now();
    const now = writtenAt.getTime();
    const letter = kind.write(facts);
    const { subject } = letter;
    const to = oneAddress(letter.to);
    const replyTo = letter.replyTo && oneAddress(letter.replyTo);
    const row: MailRow = {
      _id: once === undefined ? newId(now) : `${kind.name}.${once}`,
      to,
      ...(replyTo && { replyTo }),
      subject,
      text: textOf(letter, origin),
      html: await htmlOf(letter, origin),
      writtenAt,
      state: 'waiting',
      attempts: 0,
      nextAt: new Date(now + minute),
      expiresAt: new Date(now + keptDays * 24 * 60 * minute),
    };
    try {
      await this.#rows.insertOne(row);
    } catch (error) {
      if (isDuplicate(error)) return;
      throw error;
    }
    const leaving: Promise<unknown> = this.#attempt(row).finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
    if (!this.#server) await leaving;
  }

  /** Tries the mails again whose time has come, until none is left or none leaves. */
  async sweep(stopping?: AbortSignal): Promise<void> {
    const due = { state: 'waiting' as const, nextAt: { $lte: this.#needs.now() } };
    for (let goesOn = true; goesOn && !stopping?.aborted; ) {
      const rows = await this.#rows.find(due).sort({ nextAt: 1 }).limit(atOnce).toArray();
      goesOn = (await Promise.all(rows.map((row) => this.#claim(row, due)))).some(Boolean);
    }
  }

  /** Tries a mail that no other process has taken since it was read. @returns whether it left */
  async #claim(row: MailRow, due: Filter<MailRow>): Promise<boolean> {
    const nextAt = new Date(this.#needs.now().getTime() + minute);
    const { matchedCount } = await this.#rows.updateOne({ ...due, _id: row._id }, { $set: { nextAt } });
    return matchedCount === 1 && this.#attempt(row);
  }

  /** @returns whether it left */
  async #attempt(row: MailRow): Promise<boolean> {
    const { origin, folder, now, log } = this.#needs;
    const { _id, attempts } = row;
    try {
      const message = messageOf(row, new URL(origin).hostname, now());
      if (this.#server) await this.#server.sendMail(message);
      else await deliverToFolder(folder, message, now());
      // What it says may hold a link that acts, or is for two people: it goes as soon as nobody needs it.
      const said = { subject: '', replyTo: '', text: '', html: '' } as const;
      await this.#rows.updateOne({ _id }, { $set: { state: 'sent' }, $unset: said });
      return true;
    } catch (error) {
      const wait = backoffMinutes[attempts];
      log.warn({ err: error, mail: _id, attempts: attempts + 1, waitMinutes: wait ?? null }, 'mail not sent');
      const nextAt = new Date(now().getTime() + (wait ?? 0) * minute);
      const state = wait === undefined ? 'given up' : 'waiting';
      await this.#rows.updateOne({ _id }, { $set: { state, nextAt }, $inc: { attempts: 1 } }).catch(() => undefined);
      return false;
    }
  }

  /** Waits for what is leaving. */
  async close(): Promise<void> {
    await Promise.all(this.#leaving);
    this.#server?.close();
  }
}

export const createMailer = (needs: Needs): Mailer => new Mailer(needs);
