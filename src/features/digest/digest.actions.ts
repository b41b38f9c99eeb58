import { endDigest, resumeDigest } from '#contract/digest.ts';
import { timeZoneHere } from '#contract/time-zone.ts';
import { runAction } from '#src/actions/run-action.ts';

/** Ends the weekly mail by the link in it. @throws ApiFailure */
export const stopWeeklyMail = (token: string): Promise<unknown> => runAction(endDigest, { body: { token } });

/** Undoes that by the same link. @throws ApiFailure */
export const undoWeeklyMailStop = (token: string): Promise<unknown> =>
  runAction(resumeDigest, { body: { token, timeZone: timeZoneHere() } });
