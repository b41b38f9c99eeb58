import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { HomeScreen } from '#src/screens/home-screen.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LazyScreen, membersArea, screenOf } from './screens.ts';

/** The screen of the current address. */
export function Pages() {
  const { pathname } = useLocation();
  const screen = screenOf(pathname);
  const route = screen ? (
    <Route path={screen.path} element={<LazyScreen key={screen.path} screen={screen} />} />
  ) : (
    <Route index element={<HomeScreen />} />
  );
  return (
    <ErrorBoundary place={pathname}>
      {/* Keyed, so that another screen shows the loader instead of the previous screen. */}
      <Suspense key={screen?.member ? '/user' : screen?.path} fallback={<Loader />}>
        <Routes>
          {screen?.member ? (
            <Route element={<LazyScreen screen={membersArea} wide={screen.wide} />}>{route}</Route>
          ) : (
            route
          )}
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
