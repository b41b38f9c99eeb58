import type { ReactNode } from 'react';
import { homePage, searchPage } from '#contract/pages.ts';
import { PageFacts } from '#src/reading/page-facts.tsx';
import type { Read } from '#src/reading/read.ts';
import { BikeSkeleton } from '#src/ui/bike-skeleton.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const gone = 410;

function wordsOf({ state, error, refresh, refreshing }: Read<unknown>): {
  title: string;
  words: ReactNode;
  action: ReactNode;
} {
  if (state === 'missing') {
    return {
      title: 'Not on this device.',
      words: "You haven't opened this bike before, and there is no signal. It will load when there is.",
      action: (
        <Button look="quiet" to={searchPage()}>
          What I can open
        </Button>
      ),
    };
  }
  if (state === 'gone') {
    return {
      title: 'This trail ends here.',
      words: error?.status === gone ? 'This bike has been removed.' : 'This bike is not here, or not any more.',
      action: (
        <Button look="quiet" to={homePage()}>
          Back to the start
        </Button>
      ),
    };
  }
  return {
    title: 'Something broke on our side.',
    words: error?.message,
    action: (
      <Button look="quiet" busy={refreshing} onClick={refresh}>
        Retry
      </Button>
    ),
  };
}

/** Instead of a bike: its layout while it loads, then why there is none and where to go. */
export function BikeUnavailable({ read }: { read: Read<unknown> }) {
  const loading = read.state === 'loading';
  const { title, words, action } = wordsOf(read);
  return (
    <div className="frame">
      <PageFacts title={loading ? undefined : title.slice(0, -1)} />
      {loading ? (
        <BikeSkeleton />
      ) : (
        <EmptyState level={1} title={title} art={read.state === 'gone' ? 'trail' : 'bike'} action={action}>
          {words}
        </EmptyState>
      )}
    </div>
  );
}
