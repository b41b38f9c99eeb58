import { Navigate, useLocation } from 'react-router';
import { meantPath } from '#contract/meant-path.ts';
import { homePage } from '#contract/pages.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { trailArt } from '#src/ui/trail-art.tsx';
import { useNowhere } from '#src/ui/use-page-title.ts';

/** Says that nothing is at this address, or goes to the one that was meant. */
export function TrailEnd() {
  const { pathname, search, hash } = useLocation();
  const meant = meantPath(pathname);
  useNowhere();
  if (meant !== null) return <Navigate to={meant + search + hash} replace />;
  return (
    <div className="frame">
      <PageMeta title="Not found" />
      <EmptyState
        level={1}
        art={trailArt}
        title="Page not found"
        action={
          <Button look="quiet" to={homePage()}>
            Go to the home page
          </Button>
        }
      >
        This page has moved or doesn’t exist.
      </EmptyState>
    </div>
  );
}
