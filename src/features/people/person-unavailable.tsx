import { contentPolicyPage, homePage } from '#contract/pages.ts';
import { deletedMember } from '#contract/people.ts';
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
  title: 'Page not found',
  text: "This member doesn't exist or is no longer here.",
  action: home,
};
/** Text for members who are gone, by the reason. */
const left: Record<string, PageText> = {
  left: { title: deletedMember, text: 'This member deleted their account and bikes.', action: home },
  closed: {
    title: 'This account is closed.',
    text: 'Moderators closed it.',
    action: (
      <Button look="quiet" to={contentPolicyPage()}>
        See what is allowed
      </Button>
    ),
  },
};

/** Skeleton while the member loads; afterwards, why they are unavailable and where to go. */
export function PersonUnavailable({ read }: { read: Read<unknown> }) {
  const gone = left[String(read.error?.details?.standing)] ?? nobody;
  return (
    <UnreadPage
      read={read}
      missing="This page will load when you have signal."
      gone={gone}
      skeleton={<GridSkeleton />}
    />
  );
}
