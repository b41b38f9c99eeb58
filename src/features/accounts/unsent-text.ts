import { many, t } from '#contract/texts.ts';
import type { Unsent } from '#src/outbox/unsent.ts';
import { listOf } from '#src/ui/lists.ts';

/** Summary of the data on this device, for example `2 things and 1 draft`. */
export const thingsOf = ({ rows, unqueued }: Unsent): string =>
  listOf([
    ...(rows > 0 ? [many(rows)`# thing|# things`] : []),
    ...(unqueued > 0 ? [many(unqueued)`# draft|# drafts`] : []),
  ]);

/** Tells whether the data is on this device only, on the server too, or partly on the server. */
export function whereOf(unsent: Unsent): string {
  const all = unsent.rows + unsent.unqueued;
  const things = thingsOf(unsent);
  // For translators: {0} is a list such as “2 things and 1 draft”.
  if (unsent.onSite === 0) return many(all)`${things} is only on this device.|${things} are only on this device.`;
  if (unsent.onSite === all)
    return many(
      all,
    )`${things} is on this device, with a copy on the site.|${things} are on this device, with a copy on the site.`;
  const here = many(all)`${things} is on this device.|${things} are on this device.`;
  return `${here} ${many(unsent.onSite)`The site has a copy of # draft.|The site has a copy of # drafts.`}`;
}

/** Explains which data a deletion from this device would lose. */
export function lossOf(unsent: Unsent): string {
  if (unsent.onSite === 0) return t`There is no other copy. You can't undo this.`;
  if (unsent.onSite === unsent.rows + unsent.unqueued)
    return t`This deletes it on this device only. The site keeps a copy, which you see when you log in again.`;
  return many(
    unsent.onSite,
  )`The site keeps a copy of # draft. There is no other copy of the rest. You can't undo this.|The site keeps a copy of # drafts. There is no other copy of the rest. You can't undo this.`;
}
