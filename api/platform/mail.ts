import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection, Db } from 'mongodb';
import { createTransport, type Transporter } from 'nodemailer';
import { newId } from '#contract/ids.ts';
import type { Now } from './clock.ts';
import type { Log } from './logs.ts';

export type Mail = { to: string; subject: string; text: string };
type MailRow = Mail & {
  _id: string;
  state: 'waiting' | 'sent' | 'given up';
  attempts: number;
  nextAt: Date;
  expiresAt: Date;
};

/** A mail that cannot leave is tried again after these minutes, then given up. */
const backoffMinutes = [1, 5, 15, 60, 240, 720];
const keptDays = 7;
const minute = 60_000;
const timeLimits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

interface Needs {
  db: Db;
  /** `file:`, `smtp://…` or `smtps://…` */
  url: string;
  /** Where `file:` puts its .eml files. */
  folder: string;
  /** The sender, such as `Headbadge <no-reply@headbadge.example>`. */
  from: string;
  now: Now;
  log: Log;
}

/** Writes each mail into a file that mail programs open. */
async function deliverToFolder(folder: string, from: string, mail: Mail, date: Date): Promise<void> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({ ...mail, from, date, textEncoding: 'quoted-printable' });
  const path = join(folder, `${newId(date.getTime())}.eml`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

/** Sends mails. Each waits in the database until it left, so that neither a crash nor a dead mail server loses one. */
export class Mailer {
  readonly #rows: Collection<MailRow>;
  readonly #needs: Needs;
  readonly #server: Transporter | null;
  readonly #leaving = new Set<Promise<void>>();

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#rows = needs.db.collection<MailRow>('mails');
    this.#server = needs.url === 'file:' ? null : createTransport({ url: needs.url, ...timeLimits });
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ state: 1, nextAt: 1 });
    await this.#rows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  }

  /** Takes a mail to be sent; a file is written by then, a mail server is not waited for. */
  async send(mail: Mail): Promise<void> {
    const now = this.#needs.now().getTime();
    const row: MailRow = {
      _id: newId(now),
      ...mail,
      state: 'waiting',
      attempts: 0,
      nextAt: new Date(now + minute),
      expiresAt: new Date(now + keptDays * 24 * 60 * minute),
    };
    await this.#rows.insertOne(row);
    const leaving = this.#attempt(row).finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
    if (!this.#server) await leaving;
  }

  /** Tries the mails again whose time has come. */
  async sweep(stopping?: AbortSignal): Promise<void> {
    const due = { state: 'waiting' as const, nextAt: { $lte: this.#needs.now() } };
    for (const row of await this.#rows.find(due).sort({ nextAt: 1, _id: 1 }).limit(50).toArray()) {
      if (stopping?.aborted) return;
      const nextAt = new Date(this.#needs.now().getTime() + minute);
      const { matchedCount } = await this.#rows.updateOne({ ...due, _id: row._id }, { $set: { nextAt } });
      if (matchedCount) await this.#attempt(row);
    }
  }

  async #attempt({ _id, to, subject, text, attempts }: MailRow): Promise<void> {
    const { from, folder, now, log } = this.#needs;
    try {
      if (this.#server) await this.#server.sendMail({ to, subject, text, from });
      else await deliverToFolder(folder, from, { to, subject, text }, now());
      // The text holds a link that acts: it goes as soon as nobody needs it.
      await this.#rows.updateOne({ _id }, { $set: { state: 'sent' }, $unset: { text: '' } });
    } catch (error) {
      const wait = backoffMinutes[attempts];
      log.warn({ err: error, mail: _id, attempts: attempts + 1, waitMinutes: wait ?? null }, 'mail not sent');
      const nextAt = new Date(now().getTime() + (wait ?? 0) * minute);
      const state = wait === undefined ? 'given up' : 'waiting';
      await this.#rows.updateOne({ _id }, { $set: { state, nextAt }, $inc: { attempts: 1 } }).catch(() => undefined);
    }
  }

  /** Waits for what is leaving. */
  async close(): Promise<void> {
    await Promise.all(this.#leaving);
    this.#server?.close();
  }
}

export const createMailer = (needs: Needs): Mailer => new Mailer(needs);
