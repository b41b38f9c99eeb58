import { Suspense } from 'react';
import type { Id } from '#contract/ids.ts';
import { installPage, outboxPage } from '#contract/pages.ts';
import { many, t } from '#contract/texts.ts';
import { isInstalled, isIos } from '#src/lib/installed.ts';
import { unqueuedOf } from '#src/outbox/background-work.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { Button } from '#src/ui/button.tsx';
import { listOf } from '#src/ui/lists.ts';
import { Note } from '#src/ui/note.tsx';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';
import { reminderDays, reminderOf } from './reminder.ts';

/**
 * Returns whether the browser deletes a site's storage after seven days without a visit: WebKit does unless the site is
 * installed (https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/).
 */
export const deletesAfterWeek = (vendor: string, isInstalled: boolean): boolean =>
  vendor.startsWith('Apple') && !isInstalled;

const isThisOne = () => deletesAfterWeek(navigator.vendor, isInstalled());

/** Offers the calendar entry as a file, which Safari hands to the calendar. */
function saveReminder(): void {
  const url = URL.createObjectURL(
    new File([reminderOf(location.origin + outboxPage())], 'headbadge.ics', { type: 'text/calendar' }),
  );
  Object.assign(document.createElement('a'), { href: url, download: 'headbadge.ics' }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

interface SafariNoteProps {
  userId: Id;
  /** Number of queued items. */
  things: number;
}

/**
 * Warns that Safari deletes the storage of a site that is not installed, and offers what prevents it. Says nothing of
 * drafts that are on the site, too.
 */
export function SafariNote(props: SafariNoteProps) {
  const deletes = useBrowserValue(isThisOne, false);
  // The screen does not wait for it.
  return deletes ? (
    <Suspense fallback={null}>
      <Warning {...props} />
    </Suspense>
  ) : null;
}

function Warning({ userId, things }: SafariNoteProps) {
  const unqueued = useLive('drafts here', () => unqueuedOf(userId), [userId]) ?? [];
  const drafts = unqueued.filter(({ isOnServer }) => !isOnServer).length;
  if (things + drafts === 0) return null;
  const kept = listOf([
    ...(things > 0 ? [many(things)`# item|# items`] : []),
    ...(drafts > 0 ? [many(drafts)`# draft|# drafts`] : []),
  ]);
  const actions = (
    <div className="row">
      <Button small look="quiet" to={installPage(isIos() ? 'iphone' : 'computer')}>
        Install Headbadge
      </Button>
      <Button look="quiet" small onClick={saveReminder}>
        {many(reminderDays)`Remind me in # day|Remind me in # days`}
      </Button>
    </div>
  );
  return (
    <Note state="notice" action={actions}>
      {t`Safari may delete ${kept} from this device after seven days without a visit. Install Headbadge, or come back before then.`}
    </Note>
  );
}
