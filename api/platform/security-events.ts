import { newId } from '#contract/ids.ts';
import type { SecurityKind } from '#contract/security-record.ts';
import type { AppEvent } from './events.ts';
import type { Sender } from './sessions/sender.ts';

interface Details {
  /** Where it was done; missing if the people who run the site did it. */
  from?: Sender | undefined;
  /** See `SecurityEvent`. */
  about?: string | undefined;
  /** The same each time it is emitted again; without it, each time is another event. */
  key?: string | undefined;
}

/** The event that adds to the record of a member's account. Emit it after the change that it is about. */
export const securityEvent = (
  memberId: string,
  kind: SecurityKind,
  { from, about = '', key = newId() }: Details = {},
): AppEvent => ({
  what: 'security',
  memberId,
  kind,
  from: from ? { device: from.device, network: from.network } : null,
  about,
  key: `${memberId}:${kind}:${key}`,
});
