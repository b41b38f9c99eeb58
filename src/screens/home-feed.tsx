import type { Id } from '#contract/ids.ts';
import { feedPage } from '#contract/pages.ts';
import { useMemberFeed, useSuggestions } from '#src/features/feed/feed.queries.ts';
import { FeedShelf } from '#src/features/feed/feed-shelf.tsx';
import { groupByDay } from '#src/features/feed/group-by-day.ts';
import { SuggestionHint } from '#src/features/feed/suggestions.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { Section } from '#src/ui/section.tsx';

const [maxDays, maxHints] = [6, 3];

function Hint() {
  const { data, state } = useSuggestions();
  if (state === 'loading') return null;
  return <SuggestionHint suggestions={data?.slice(0, maxHints) ?? []} />;
}

function MemberFeed({ userId }: { userId: Id }) {
  const { data, state } = useMemberFeed(userId, 'home');
  if (state === 'loading') return null;
  const days = groupByDay(data?.entries ?? []).slice(0, maxDays);
  return days.length > 0 ? <FeedShelf days={days} /> : <Hint />;
}

/** The latest of the member's feed; while it shows nothing, what they may follow. */
export function HomeFeed() {
  const { user } = useSession();
  const toFeed = (
    <Button look="plain" small to={feedPage()}>
      Your feed
    </Button>
  );
  return (
    user && (
      <Section title="New from those you follow" action={toFeed}>
        <MemberFeed userId={user.id} />
      </Section>
    )
  );
}
