import type { ReactNode } from 'react';
import { useWriting } from '#src/ui/viewer.ts';
import { AddressRouter } from './address-router.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { Pages } from './pages.tsx';

interface AppProps {
  /** Puts the router that knows the address around the page; that of the browser's address when not given. */
  renderRouter?: (page: ReactNode) => ReactNode;
}

const inBrowser = (page: ReactNode): ReactNode => <AddressRouter>{page}</AddressRouter>;

/** The whole page: what stands around every screen, and the screen. */
export function App({ renderRouter = inBrowser }: AppProps) {
  // Whatever is told in numbers is told anew in another language.
  useWriting();
  return (
    <ErrorBoundary>
      {renderRouter(
        <Frame>
          <Pages />
        </Frame>,
      )}
    </ErrorBoundary>
  );
}
