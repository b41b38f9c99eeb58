import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { defineProblems } from './problems.ts';
import { TimeZone } from './time-zone.ts';

const digestProblems = defineProblems({
  'digest.link': {
    status: 404,
    message: t`This link isn't complete. Open it from the mail again, or change your choice in your preferences.`,
  },
  'digest.late': { status: 409, message: t`That's too long ago to undo. Choose the weekly mail in your preferences.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    digest: typeof digestProblems;
  }
}

/** When the weekly mail comes, on the member's clock. `weekday`: 1 is Monday (ISO 8601). */
export const digestTime = { weekday: 5, hour: 8 } as const;
/** Maximum followed things that one mail shows. */
export const maxDigestEntries = 8;
/** Hours after ending the mail by its link in which the same link brings it back. */
export const digestUndoHours = 24;

/** The form that a mail program posts to end a mail (RFC 8058, 3.2). */
export const oneClick = { name: 'List-Unsubscribe', value: 'One-Click' } as const;

const Token = v.pipe(v.string(), v.maxLength(200));

/** Ends the weekly mail by its link, without a log-in. Idempotent. @throws digest.link */
export const endDigest = endpoint('POST', '/digest/end', { body: v.object({ token: Token }), reply: v.null() });
/** Undoes that by the same link, for the time zone of the device. Idempotent. @throws digest.link, digest.late */
export const resumeDigest = endpoint('POST', '/digest/resume', {
  body: v.object({ token: Token, timeZone: TimeZone }),
  reply: v.null(),
});
