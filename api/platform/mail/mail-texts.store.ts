import type { Collection, Db } from 'mongodb';
import type { SiteLanguage } from '#contract/languages.ts';
import type { MailText } from '#contract/mails.ts';
import type { Now } from '../clock.ts';
import { small } from '../placement.ts';

/** `ours`: the built-in text when it was replaced. */
export type OwnMailText = MailText & { ours: MailText };
type Row = OwnMailText & { _id: string; at: Date };

const idOf = (kind: string, language: SiteLanguage): string => `${kind}.${language}`;

/** The operators' texts of mails. Each mail reads its own when it is written, so a change takes effect in every process. */
export class MailTextStore {
  readonly placement = { mailTexts: small };
  readonly #rows: Collection<Row>;
  readonly #now: Now;

  constructor(db: Db, now: Now) {
    this.#rows = db.collection<Row>('mailTexts');
    this.#now = now;
  }

  get(kind: string, language: SiteLanguage): Promise<OwnMailText | null> {
    return this.#rows.findOne({ _id: idOf(kind, language) });
  }

  /** The texts of these kinds in a language, by kind. */
  async all(kinds: readonly string[], language: SiteLanguage): Promise<ReadonlyMap<string, OwnMailText>> {
    const kindOf = new Map(kinds.map((kind) => [idOf(kind, language), kind]));
    const rows = await this.#rows.find({ _id: { $in: [...kindOf.keys()] } }).toArray();
    return new Map(rows.map((row) => [kindOf.get(row._id) ?? '', row]));
  }

  async set(kind: string, language: SiteLanguage, { subject, text, ours }: OwnMailText): Promise<void> {
    const row = { subject, text, ours, at: this.#now() };
    await this.#rows.replaceOne({ _id: idOf(kind, language) }, row, { upsert: true });
  }

  async remove(kind: string, language: SiteLanguage): Promise<void> {
    await this.#rows.deleteOne({ _id: idOf(kind, language) });
  }
}
