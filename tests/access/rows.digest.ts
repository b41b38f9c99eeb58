import { endDigest, resumeDigest } from '#contract/digest.ts';
import { testKey } from '#tests/kit/direct-session.ts';
import { chooseWeeklyMail, weeklyToken } from '#tests/kit/weekly-mail.ts';
import { everyone } from './callers.ts';
import type { Row, Stage } from './stage.ts';

/** The owner gets the weekly mail. Returns the token of the link in it. */
async function mailed({ app, callers }: Stage): Promise<string> {
  await app.db.collection('preferences').deleteMany({});
  await app.db.collection('digests').deleteMany({});
  await chooseWeeklyMail(callers.owner, 'On');
  const owner = await app.db.collection('users').findOne({ username: 'oskar' });
  return weeklyToken(app, String(owner?._id), { KEYS: testKey });
}
/** The owner has ended it. */
async function ended(stage: Stage): Promise<string> {
  const token = await mailed(stage);
  await stage.callers.owner.call(endDigest, { body: { token } });
  return token;
}
const state = async (_: unknown, __: string, { app }: Stage) =>
  (await app.db.collection('digests').countDocuments({ dueAt: { $exists: true } })) ? 'comes' : 'ended';

export const digestRows: Row[] = [
  {
    call: endDigest,
    prepare: mailed,
    by: (asks, token, how) => asks.call(endDigest, { body: { token }, ...how }),
    seen: state,
    expected: everyone('200, ended'),
  },
  {
    call: endDigest,
    when: 'with a link that the site has not signed',
    prepare: mailed,
    by: (asks, token, how) => asks.call(endDigest, { body: { token: `${token}x` }, ...how }),
    expected: everyone('404 digest.link'),
  },
  {
    call: resumeDigest,
    prepare: ended,
    by: (asks, token, how) => asks.call(resumeDigest, { body: { token, timeZone: 'Europe/Berlin' }, ...how }),
    seen: state,
    expected: everyone('200, comes'),
  },
];
