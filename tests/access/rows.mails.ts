import { newId } from '#contract/ids.ts';
import {
  changeMailText,
  listMails,
  listMailTexts,
  type MailItem,
  previewMailText,
  resendMail,
  resendMails,
  restoreMailText,
} from '#contract/mails.ts';
import { type Expected, members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

/** For operators; others get `not_found`. */
const operators = (expected: string): Expected => ({ ...members('404 not_found'), operator: expected });

const place = { kind: 'let-in', language: 'de' };
const body = { subject: 'Wieder da', text: 'Willkommen zurück.' };

/** A mail that was given up. */
async function givenUp({ app }: Stage, fields: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const times = { nextAt: new Date(), writtenAt: new Date(), expiresAt: new Date(Date.now() + 86_400_000) };
  const content = { to: 'ann@example.org', subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' };
  const row = { kind: 'let-in', ...content, state: 'given up', attempts: 7, ...times, ...fields };
  await app.db.collection('mails').insertOne({ _id: id as never, ...row });
  return id;
}
const stateOf = async ({ app }: Stage, id: string): Promise<string> =>
  String((await app.db.collection('mails').findOne({ _id: id as never }))?.state);
const textsOf = ({ app }: Stage) => app.db.collection('mailTexts').countDocuments({});
const later = () => new Date(Date.now() + 3_600_000);

export const mailRows: Row[] = [
  {
    call: listMails,
    when: 'given up',
    prepare: givenUp,
    by: (asks, _, how) => asks.call(listMails, { query: { state: 'given up' }, ...how }),
    seen: (page, id) => ((page as { items: MailItem[] }).items.some((one) => one.id === id) ? 'listed' : 'not listed'),
    expected: operators('200, listed'),
  },
  {
    call: listMails,
    when: 'waiting',
    prepare: (stage) => givenUp(stage, { state: 'waiting', nextAt: later() }),
    by: (asks, _, how) => asks.call(listMails, { query: { state: 'waiting' }, ...how }),
    seen: (page, id) => ((page as { items: MailItem[] }).items.some((one) => one.id === id) ? 'listed' : 'not listed'),
    expected: operators('200, listed'),
  },
  {
    call: resendMail,
    prepare: givenUp,
    by: (asks, mailId, how) => asks.call(resendMail, { params: { mailId }, ...how }),
    seen: (_, id, stage) => stateOf(stage, id),
    expected: operators('200, sent'),
  },
  {
    call: resendMail,
    when: 'its link has expired',
    prepare: (stage) => givenUp(stage, { expired: true }),
    by: (asks, mailId, how) => asks.call(resendMail, { params: { mailId }, ...how }),
    expected: operators('409 mails.expired'),
  },
  {
    call: resendMails,
    prepare: givenUp,
    by: (asks, _, how) => asks.call(resendMails, { body: { state: 'given up' }, ...how }),
    seen: async (_, id, stage) => {
      await stage.app.idle();
      return stateOf(stage, id);
    },
    expected: operators('200, sent'),
  },
  {
    call: resendMails,
    when: 'waiting',
    prepare: (stage) => givenUp(stage, { state: 'waiting', nextAt: later() }),
    by: (asks, _, how) => asks.call(resendMails, { body: { state: 'waiting' }, ...how }),
    seen: async (_, id, stage) => {
      await stage.app.idle();
      return stateOf(stage, id);
    },
    expected: operators('200, sent'),
  },
  {
    call: listMailTexts,
    by: (asks, _, how) => asks.call(listMailTexts, { query: { language: 'de' }, ...how }),
    expected: operators('200'),
  },
  {
    call: previewMailText,
    by: (asks, _, how) => asks.call(previewMailText, { params: place, body, ...how }),
    expected: operators('200'),
  },
  {
    call: changeMailText,
    by: (asks, _, how) => asks.call(changeMailText, { params: place, body, ...how }),
    seen: async (_, __, stage) => `${await textsOf(stage)} text`,
    expected: operators('200, 1 text'),
  },
  {
    call: restoreMailText,
    by: (asks, _, how) => asks.call(restoreMailText, { params: place, ...how }),
    seen: async (_, __, stage) => `${await textsOf(stage)} texts`,
    expected: operators('200, 0 texts'),
  },
];
