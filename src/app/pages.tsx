import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { HomeScreen } from '#src/screens/home-screen.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { MembersOnly } from './members-only.tsx';
import { screens } from './screens.ts';

/** The screen that belongs to the address. */
export function Pages() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary place={pathname}>
      <Suspense fallback={<Loader />}>
        <Routes>
          <Route index element={<HomeScreen />} />
          <Route element={<MembersOnly />}>
            {screens
              .filter(({ member }) => member)
              .map(({ path, Screen }) => (
                <Route key={path} path={path} element={<Screen />} />
              ))}
          </Route>
          {screens
            .filter(({ member }) => !member)
            .map(({ path, Screen }) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
