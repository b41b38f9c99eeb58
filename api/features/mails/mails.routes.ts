import { type Context, Hono } from 'hono';
import { bodyOf, describe, type Guards, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Mailer } from '#api/platform/mail/mail.ts';
import { ok } from '#contract/envelope.ts';
import { isSiteLanguage, type SiteLanguage } from '#contract/languages.ts';
import {
  changeMailText,
  listMails,
  listMailTexts,
  previewMailText,
  resendMail,
  resendMails,
  restoreMailText,
} from '#contract/mails.ts';
import { Problem } from '#contract/problems.ts';
import type { MailService } from './mails.service.ts';

interface Deps {
  mails: MailService;
  mailer: Mailer;
  jobs: Jobs;
}

/** Reads the kind and the language of a text from the path. @throws not_found */
function textParams(c: Context): [kind: string, language: SiteLanguage] {
  const [kind = '', language] = [c.req.param('kind'), c.req.param('language')];
  if (!isSiteLanguage(language)) throw new Problem('not_found');
  return [kind, language];
}

/** For operators only; others get a not-found error. */
export const mailRoutes = ({ mails, mailer, jobs }: Deps, { signedIn, operator, limit }: Guards) => {
  const pace = limit({ name: 'mails', points: 120, seconds: 600, by: 'user' });
  const previews = limit({ name: 'mail-previews', points: 600, seconds: 600, by: 'user' });
  return new Hono<SignedIn>()
    .get(
      listMails.path,
      describe(listMails, 'Mails that wait to be sent, or that were given up'),
      signedIn,
      operator,
      queryOf(listMails),
      async (c) => {
        const { state, ...page } = c.req.valid('query');
        return c.json(ok(await mails.unsent(state, page)));
      },
    )
    .post(
      resendMails.path,
      describe(resendMails, 'Send all waiting mails now, or all that were given up'),
      signedIn,
      operator,
      pace,
      bodyOf(resendMails),
      async (c) => {
        const count = await mails.resendAll(c.req.valid('json').state, c.var.user.username);
        jobs.soon('mails sent again', () => mailer.sweep(), { isRepeated: true });
        return c.json(ok({ count }));
      },
    )
    .post(resendMail.path, describe(resendMail, 'Send one unsent mail now'), signedIn, operator, pace, async (c) =>
      c.json(ok(await mails.resend(c.req.param('mailId'), c.var.user.username))),
    )
    .get(
      listMailTexts.path,
      describe(listMailTexts, 'The texts of mails in a language: the built-in ones, and those of operators'),
      signedIn,
      operator,
      queryOf(listMailTexts),
      async (c) => c.json(ok(await mails.texts(c.req.valid('query').language))),
    )
    .put(
      changeMailText.path,
      describe(changeMailText, 'Change subject and paragraphs of a kind of mail in a language'),
      signedIn,
      operator,
      pace,
      bodyOf(changeMailText),
      async (c) => c.json(ok(await mails.changeText(...textParams(c), c.req.valid('json'), c.var.user.username))),
    )
    .delete(
      restoreMailText.path,
      describe(restoreMailText, 'Restore the built-in text of a kind of mail in a language'),
      signedIn,
      operator,
      pace,
      async (c) => c.json(ok(await mails.restoreText(...textParams(c), c.var.user.username))),
    )
    .post(
      previewMailText.path,
      describe(previewMailText, 'Write a mail with a text that is not saved'),
      signedIn,
      operator,
      previews,
      bodyOf(previewMailText),
      async (c) => c.json(ok(await mails.preview(...textParams(c), c.req.valid('json')))),
    );
};
