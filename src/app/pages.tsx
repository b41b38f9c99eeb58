import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { HomeScreen } from '#src/screens/home-screen.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LazyScreen, membersArea, screenOf, screens } from './screens.ts';

/** The screen that belongs to the address. */
export function Pages() {
  const { pathname } = useLocation();
  const screen = screenOf(pathname);
  return (
    <ErrorBoundary place={pathname}>
      {/* Another screen has a loader of its own: what was there before is not what was asked for. */}
      <Suspense key={screen?.member ? '/user' : screen?.path} fallback={<Loader />}>
        <Routes>
          <Route index element={<HomeScreen />} />
          <Route element={<LazyScreen screen={membersArea} />}>
            {screens
              .filter(({ member }) => member)
              .map((one) => (
                <Route key={one.path} path={one.path} element={<LazyScreen key={one.path} screen={one} />} />
              ))}
          </Route>
          {screens
            .filter(({ member }) => !member)
            .map((one) => (
              <Route key={one.path} path={one.path} element={<LazyScreen key={one.path} screen={one} />} />
            ))}
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
