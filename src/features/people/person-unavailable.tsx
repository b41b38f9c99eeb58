import { contentPolicyPage, homePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import type { Read } from '#src/queries/read.ts';
import { type PageText, UnreadPage } from '#src/queries/unread-page.tsx';
import { Button } from '#src/ui/button.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';

const home = (
  <Button look="quiet" to={homePage()}>
    Go to the home page
  </Button>
);
const nobody: PageText = {
  title: t`Page not found`,
  text: t`This member doesn't exist or is no longer here.`,
  action: home,
};
/** Text for members who are gone, by the reason. */
const left: Record<string, PageText> = {
  left: { title: t`Deleted member`, text: t`This member deleted their account and bikes.`, action: home },
  closed: {
    title: t`This account is closed.`,
    text: t`Moderators closed it.`,
    action: (
      <Button look="quiet" to={contentPolicyPage()}>
        See what is allowed
      </Button>
    ),
  },
};

/**
 * Skeleton while the member loads; afterwards, why they are unavailable and where to go.
 * @param none text if the member is not gone; by default that there is no such member
 */
export function PersonUnavailable({ read, none = nobody }: { read: Read<unknown>; none?: PageText }) {
  const gone = left[String(read.error?.details?.standing)] ?? none;
  return (
    <UnreadPage
      read={read}
      missing={t`This page will load when you have signal.`}
      gone={gone}
      skeleton={<GridSkeleton />}
    />
  );
}
