import type { Id } from '#contract/ids.ts';
import { homePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import type { Read } from '#src/queries/read.ts';
import { ReadError } from '#src/queries/read-error.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { trailArt } from '#src/ui/trail-art.tsx';
import { ConversationItem } from './conversation-item.tsx';
import type { ConversationList as Conversations } from './conversations.queries.ts';

interface ConversationListProps {
  read: Read<Conversations>;
  /** Id of the member whose conversation is open. */
  openWith: Id | null;
}

/** A member's conversations, latest first. */
export function ConversationList({ read, openWith }: ConversationListProps) {
  const { state, data } = read;
  if (state === 'loading') return <Loader />;
  if (!data) {
    const missing = t`Your messages will load when you have signal.`;
    return <ReadError read={read} missing={missing} />;
  }
  const { conversations, loadMore } = data;
  if (conversations.length === 0 && !loadMore) {
    // Beside the first message that is being written, nobody needs to learn how.
    if (openWith) return <p className="quiet">No messages yet.</p>;
    return (
      <EmptyState title="No messages yet." art={trailArt} action={<Button to={homePage()}>Browse bikes</Button>}>
        To write to a bike's owner, press “Ask about this bike” on its page.
      </EmptyState>
    );
  }
  return (
    <nav aria-label="Conversations">
      <ul>
        {conversations.map((one) => (
          <ConversationItem key={one.with.id} conversation={one} open={one.with.id === openWith} />
        ))}
      </ul>
      {loadMore && <LoadMore load={loadMore} />}
    </nav>
  );
}
