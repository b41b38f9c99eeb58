import type { Body } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import {
  changeMailText,
  listMails,
  listMailTexts,
  type MailItem,
  type MailText,
  type MailTexts,
  previewMailText,
  resendMail,
  resendMails,
  restoreMailText,
  type UnsentState,
} from '#contract/mails.ts';
import type { Page } from '#contract/paging.ts';
import { runAction } from '#src/actions/run-action.ts';

/** Kind and language of a text. */
export type TextPlace = { kind: string; language: string };
export type WrittenMail = MailText & { html: string };

/** @throws ApiFailure */
export const fetchUnsent = (as: Id, state: UnsentState, cursor?: string): Promise<Page<MailItem>> =>
  runAction(listMails, { as, query: { state, cursor } });

/** Resolves with the mail after the attempt. @throws ApiFailure */
export const sendAgain = (as: Id, mailId: string): Promise<MailItem> =>
  runAction(resendMail, { as, params: { mailId } });

/** Resolves with the number of mails that are tried now. @throws ApiFailure */
export const sendAllAgain = async (as: Id, state: UnsentState): Promise<number> =>
  (await runAction(resendMails, { as, body: { state } })).count;

/** @throws ApiFailure */
export const fetchTexts = (as: Id, language: string): Promise<MailTexts[]> =>
  runAction(listMailTexts, { as, query: { language } });

/** @param action whose result it is: each form has its own. @throws ApiFailure */
export const saveText = (
  action: string,
  as: Id,
  place: TextPlace,
  body: Body<typeof changeMailText>,
): Promise<MailTexts> => runAction(action, (call) => call(changeMailText, { as, params: place, body }));

/** Restores our text. @throws ApiFailure */
export const dropText = (as: Id, place: TextPlace): Promise<MailTexts> =>
  runAction(restoreMailText, { as, params: place });

/** @throws ApiFailure */
export const fetchPreview = (as: Id, place: TextPlace, body: MailText): Promise<WrittenMail> =>
  runAction(previewMailText, { as, params: place, body });
