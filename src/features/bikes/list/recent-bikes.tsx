import type { ComponentProps } from 'react';
import { addBikePage } from '#contract/pages.ts';
import type { Read } from '#src/queries/read.ts';
import { bikeArt } from '#src/ui/bike-art.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { BikeGrid } from './bike-grid.tsx';
import type { Feed } from './bike-lists.queries.ts';

const Empty = () => (
  <EmptyState art={bikeArt} title="No bikes yet." action={<Button to={addBikePage()}>Add a bike</Button>}>
    Be the first to add a bike.
  </EmptyState>
);

function Unavailable({ recent }: { recent: Read<Feed> }) {
  const retry = (
    <Button look="quiet" busy={recent.refreshing} onClick={recent.refresh}>
      Retry
    </Button>
  );
  if (recent.state === 'missing') {
    return (
      <EmptyState isUnsaved title="Not saved on this device." action={retry}>
        Bikes will load when you have signal.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Something went wrong on our end." action={retry}>
      {recent.error?.message}
    </EmptyState>
  );
}

interface RecentBikesProps extends Pick<ComponentProps<typeof BikeGrid>, 'opensOffline' | 'actionOf'> {
  recent: Read<Feed>;
}

/** Newest bikes, or the reason why none are shown. */
export function RecentBikes({ recent, ...grid }: RecentBikesProps) {
  if (recent.state !== 'ready') return <Unavailable recent={recent} />;
  const cards = recent.data?.cards ?? [];
  return cards.length === 0 ? <Empty /> : <BikeGrid bikes={cards} isBelow {...grid} />;
}
