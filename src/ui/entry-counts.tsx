import { many } from '#contract/texts.ts';
import { Count } from './count.tsx';
import type { MenuEntry } from './menu-entry.ts';

/** The numbers of an entry in a menu or in the account area's navigation. */
export function EntryCounts({ count = 0, waiting = 0, failed = 0 }: Pick<MenuEntry, 'count' | 'waiting' | 'failed'>) {
  return (
    <>
      <Count count={failed} look="failed" name={many(failed)`not sent|not sent`} />
      <Count count={waiting} look="waiting" />
      <Count count={count} />
    </>
  );
}
