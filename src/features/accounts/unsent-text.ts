import type { Unsent } from '#src/outbox/unsent.ts';
import { counted } from '#src/ui/format.ts';

/** Summary of the data on this device, for example `2 things and 1 draft`. */
export const thingsOf = ({ rows, unqueued }: Unsent): string =>
  [rows > 0 && counted(rows, 'thing'), unqueued > 0 && counted(unqueued, 'draft')].filter(Boolean).join(' and ');

/** Tells whether the data is on this device only, on the server too, or partly on the server. */
export function whereOf(unsent: Unsent): string {
  const all = unsent.rows + unsent.unqueued;
  const are = `${thingsOf(unsent)} ${all === 1 ? 'is' : 'are'}`;
  if (unsent.onSite === 0) return `${are} only on this device.`;
  if (unsent.onSite === all) return `${are} on this device, with a copy on the site.`;
  return `${are} on this device. The site has a copy of ${counted(unsent.onSite, 'draft')}.`;
}

/** Explains which data a deletion from this device would lose. */
export function lossOf(unsent: Unsent): string {
  if (unsent.onSite === 0) return "There is no other copy. You can't undo this.";
  if (unsent.onSite === unsent.rows + unsent.unqueued)
    return 'This deletes it on this device only. The site keeps a copy, which you see when you log in again.';
  return `The site keeps a copy of ${counted(unsent.onSite, 'draft')}. There is no other copy of the rest. You can't undo this.`;
}
