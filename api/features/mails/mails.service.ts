import { isDeepStrictEqual } from 'node:util';
import { withLanguage } from '#api/platform/languages.ts';
import type { Log } from '#api/platform/logs.ts';
import type { AnyMail } from '#api/platform/mail/letter.ts';
import { htmlOf } from '#api/platform/mail/letter-html.ts';
import { textOf } from '#api/platform/mail/letter-text.ts';
import type { Mailer, MailRow } from '#api/platform/mail/mail.ts';
import { type BuiltInText, mailTextFaults } from '#api/platform/mail/mail-text.ts';
import type { OwnMailText } from '#api/platform/mail/mail-texts.store.ts';
import { maskAddress } from '#api/platform/mask-address.ts';
import type { SiteSettings } from '#api/platform/settings/site-settings.ts';
import type { SiteLanguage } from '#contract/languages.ts';
import type { MailItem, MailText, MailTexts, UnsentState } from '#contract/mails.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { translate } from '#contract/texts.ts';

interface Deps {
  /** Every kind of mail. */
  kinds: readonly AnyMail[];
  mailer: Mailer;
  site: Pick<SiteSettings, 'look'>;
  /** The site's public origin. */
  origin: string;
  log: Log;
}

const pageSize = 20;

/** Unsent mails and the texts of mails, for operators. */
export class MailService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async unsent(state: UnsentState, { limit = pageSize, cursor }: PageQuery): Promise<Page<MailItem>> {
    const { items, next } = await this.#deps.mailer.unsent(state, limit, cursor);
    return { items: items.map((row) => this.#itemOf(row)), next };
  }

  /** @throws not_found, mails.expired */
  async resend(id: string, by: string): Promise<MailItem> {
    this.#deps.log.info({ event: 'mail.resent', mail: id, by }, 'mail sent again');
    const row = await this.#deps.mailer.sendAgain(id);
    if (!row) throw new Problem('not_found');
    if (row.expired && row.state !== 'sent') throw new Problem('mails.expired');
    return this.#itemOf(row);
  }

  /** Makes all unsent mails of a state due. @returns how many */
  async resendAll(state: UnsentState, by: string): Promise<number> {
    const count = await this.#deps.mailer.makeDue(state);
    this.#deps.log.info({ event: 'mails.resent', state, count, by }, 'mails sent again');
    return count;
  }

  #itemOf({ _id: id, kind: name, state, to, writtenAt, attempts, failure, nextAt, expired }: MailRow): MailItem {
    const kind = this.#deps.kinds.find((one) => one.name === name);
    return {
      id,
      state,
      when: kind ? translate(kind.when) : null,
      to: maskAddress(to),
      writtenAt: writtenAt?.toISOString() ?? null,
      attempts,
      failure: failure ? { ...failure, at: failure.at.toISOString() } : null,
      nextAt: state === 'waiting' ? nextAt.toISOString() : null,
      expired: expired === true,
    };
  }

  /** The texts of all kinds of mail that have paragraphs of ours. Faults and occasions are in the reader's language. */
  async texts(language: SiteLanguage): Promise<MailTexts[]> {
    const { kinds, mailer } = this.#deps;
    const own = await mailer.texts.all(
      kinds.map(({ name }) => name),
      language,
    );
    const builtIn = await withLanguage(language, () => kinds.map((kind) => kind.builtIn()));
    return kinds.flatMap((kind, place) => {
      const ours = builtIn[place];
      return ours?.text ? [textsOf(kind, ours, own.get(kind.name))] : [];
    });
  }

  /** Replaces our text; our own text restores it. @throws not_found, FieldsRefused */
  async changeText(name: string, language: SiteLanguage, change: MailText, by: string): Promise<MailTexts> {
    const { texts } = this.#deps.mailer;
    const { kind, builtIn } = await this.#kindOf(name, language);
    const { subject, text } = builtIn;
    const ours = { subject, text };
    if (isDeepStrictEqual(change, ours)) return this.restoreText(name, language, by);
    assertFit(change, builtIn);
    const own = { ...change, ours };
    this.#noteText('changed', name, language, by);
    await texts.set(name, language, own);
    return textsOf(kind, builtIn, own);
  }

  /** @throws not_found */
  async restoreText(name: string, language: SiteLanguage, by: string): Promise<MailTexts> {
    const { kind, builtIn } = await this.#kindOf(name, language);
    this.#noteText('restored', name, language, by);
    await this.#deps.mailer.texts.remove(name, language);
    return textsOf(kind, builtIn, undefined);
  }

  /** Writes the mail with a text that is not stored. @throws not_found, FieldsRefused */
  async preview(name: string, language: SiteLanguage, own: MailText) {
    const { site, origin } = this.#deps;
    const { kind, builtIn } = await this.#kindOf(name, language);
    assertFit(own, builtIn);
    return withLanguage(language, async () => {
      const letter = kind.preview(site.look.name, own);
      return {
        subject: letter.subject,
        text: textOf(letter, origin, site.look.name),
        html: await htmlOf(letter, origin, site.look),
      };
    });
  }

  async #kindOf(name: string, language: SiteLanguage): Promise<{ kind: AnyMail; builtIn: BuiltInText }> {
    const kind = this.#deps.kinds.find((one) => one.name === name);
    const builtIn = kind && (await withLanguage(language, () => kind.builtIn()));
    if (!kind || !builtIn?.text) throw new Problem('not_found');
    return { kind, builtIn };
  }

  #noteText(what: 'changed' | 'restored', kind: string, language: SiteLanguage, by: string): void {
    this.#deps.log.info({ event: `mail.text.${what}`, kind, language, by }, `text of a mail ${what}`);
  }
}

function textsOf({ name, when }: AnyMail, builtIn: BuiltInText, stored: OwnMailText | undefined): MailTexts {
  const { values, required, ...ours } = builtIn;
  const own = stored ? { subject: stored.subject, text: stored.text } : null;
  return {
    kind: name,
    when: translate(when),
    ours,
    own,
    values,
    required,
    changed: stored !== undefined && !isDeepStrictEqual(stored.ours, ours),
    fault: own ? (Object.values(mailTextFaults(own, builtIn)).flat()[0] ?? null) : null,
  };
}

/** @throws FieldsRefused */
function assertFit(text: MailText, builtIn: BuiltInText): void {
  const faults = mailTextFaults(text, builtIn);
  if (Object.keys(faults).length > 0) throw new FieldsRefused(faults);
}
