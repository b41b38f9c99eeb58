import { homePage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';

/** An address that leads nowhere. */
export function NotFoundScreen() {
  usePageTitle('Not found');
  return (
    <div className="frame">
      <EmptyState
        level={1}
        art="trail"
        title="This trail ends here."
        action={
          <Button look="quiet" to={homePage()}>
            Back to the start
          </Button>
        }
      >
        The page moved, or never was. Nothing of yours is lost.
      </EmptyState>
    </div>
  );
}
