import { BrowserRouter } from 'react-router';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { Pages } from './pages.tsx';

/** The whole page: what stands around every screen, and the screen. */
export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <Frame>
          <Pages />
        </Frame>
      </BrowserRouter>
    </ErrorBoundary>
  );
}
