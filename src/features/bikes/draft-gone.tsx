import { addBikePage, outboxPage, userBikesPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

/** Instead of the form of a draft that cannot be edited any more; another tab may have published it. */
export function DraftGone({ published }: { published?: boolean }) {
  if (published) {
    return (
      <EmptyState title="This bike is published already." action={<Button to={outboxPage()}>See what waits</Button>}>
        It waits on this device to be sent. To change it, take it back first.
      </EmptyState>
    );
  }
  const actions = (
    <>
      <Button to={userBikesPage()}>Your bikes</Button>
      <Button look="quiet" to={addBikePage()}>
        Add another
      </Button>
    </>
  );
  return (
    <EmptyState title="This draft is not on this device." action={actions}>
      It was published or deleted, or it was begun on another device.
    </EmptyState>
  );
}
