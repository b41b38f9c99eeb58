import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { HomeScreen } from '#src/screens/home-screen.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LazyScreen, membersArea, screenOf, screens } from './screens.ts';

/** The screen of the current address. */
export function Pages() {
  const { pathname } = useLocation();
  const screen = screenOf(pathname);
  return (
    <ErrorBoundary place={pathname}>
      {/* Keyed, so that another screen shows the loader instead of the previous screen. */}
      <Suspense key={screen?.member ? '/user' : screen?.path} fallback={<Loader />}>
        <Routes>
          <Route index element={<HomeScreen />} />
          {[false, true].map((wide) => (
            <Route key={`${wide}`} element={<LazyScreen screen={membersArea} wide={wide} />}>
              {screens
                .filter((one) => one.member && one.wide === wide)
                .map((one) => (
                  <Route key={one.path} path={one.path} element={<LazyScreen key={one.path} screen={one} />} />
                ))}
            </Route>
          ))}
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
