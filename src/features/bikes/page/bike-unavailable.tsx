import { homePage } from '#contract/pages.ts';
import type { Read } from '#src/queries/read.ts';
import { UnreadPage } from '#src/queries/unread-page.tsx';
import { BikeSkeleton } from '#src/ui/bike-skeleton.tsx';
import { Button } from '#src/ui/button.tsx';

const removed = 410;

const home = (
  <Button look="quiet" to={homePage()}>
    Go to the home page
  </Button>
);

/** Skeleton while the bike loads; afterwards, why it is unavailable and where to go. */
export function BikeUnavailable({ read }: { read: Read<unknown> }) {
  const text =
    read.error?.status === removed ? 'This bike has been removed.' : 'This bike doesn’t exist or was deleted.';
  const gone = { title: 'This trail ends here.', text, action: home };
  return <UnreadPage read={read} thing="bike" gone={gone} skeleton={<BikeSkeleton />} />;
}
