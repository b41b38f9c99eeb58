import type { ComponentType, ReactNode } from 'react';
import { useWriting } from '#src/ui/viewer.ts';
import { AddressRouter } from './address-router.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { Pages } from './pages.tsx';

interface AppProps {
  /** Knows the address; the browser's own when not given. */
  Router?: ComponentType<{ children: ReactNode }>;
}

/** The whole page: what stands around every screen, and the screen. */
export function App({ Router = AddressRouter }: AppProps) {
  // Whatever is told in numbers is told anew in another language.
  useWriting();
  return (
    <ErrorBoundary>
      <Router>
        <Frame>
          <Pages />
        </Frame>
      </Router>
    </ErrorBoundary>
  );
}
