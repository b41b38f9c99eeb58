import type { ReactNode } from 'react';
import { defaultSiteName } from '#contract/site-color.ts';
import { useServices } from '#src/features/site/site.queries.ts';
import { useWriting } from '#src/ui/display-preferences.ts';
import { SiteName } from '#src/ui/site-name.ts';
import { AddressRouter } from './address-router.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { Pages } from './pages.tsx';

interface AppProps {
  /** Wraps the page in a router; `AddressRouter` by default. */
  renderRouter?: (page: ReactNode) => ReactNode;
}

const inBrowser = (page: ReactNode): ReactNode => <AddressRouter>{page}</AddressRouter>;

/** A component of its own, so that an answer about the services does not render the whole page again. */
function Site({ children }: { children: ReactNode }) {
  return <SiteName value={useServices()?.name ?? defaultSiteName}>{children}</SiteName>;
}

export function App({ renderRouter = inBrowser }: AppProps) {
  // Renders all numbers again after a change of language.
  useWriting();
  return (
    <ErrorBoundary>
      <Site>
        {renderRouter(
          <Frame>
            <Pages />
          </Frame>,
        )}
      </Site>
    </ErrorBoundary>
  );
}
