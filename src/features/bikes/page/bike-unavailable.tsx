import type { Id } from '#contract/ids.ts';
import { homePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import type { Read } from '#src/queries/read.ts';
import { UnreadPage } from '#src/queries/unread-page.tsx';
import { BikeSkeleton } from '#src/ui/bike-skeleton.tsx';
import { Button } from '#src/ui/button.tsx';
import { useWasEvicted } from './bike.queries.ts';

const removed = 410;

const home = (
  <Button look="quiet" to={homePage()}>
    Go to the home page
  </Button>
);

function MissingBike({ id }: { id: Id }) {
  const wasEvicted = useWasEvicted(id);
  if (wasEvicted === undefined) return null;
  const text = wasEvicted
    ? t`This bike was removed to make room. It will load when you have signal.`
    : t`This bike will load when you have signal.`;
  return <span>{text}</span>;
}

/** Skeleton while the bike loads; afterwards, why it is unavailable and where to go. */
export function BikeUnavailable({ id, read }: { id: Id; read: Read<unknown> }) {
  const text =
    read.error?.status === removed ? t`This bike has been removed.` : t`This bike doesn’t exist or was deleted.`;
  const gone = { title: t`Page not found`, text, action: home };
  return <UnreadPage read={read} missing={<MissingBike id={id} />} gone={gone} skeleton={<BikeSkeleton />} />;
}
