import { type ComponentType, lazy } from 'react';

interface Screen {
  path: string;
  Screen: ComponentType;
  /** Fetches the screen's code ahead of its use. */
  fetchEarly: () => void;
  /** Only a member sees it. */
  member?: boolean;
}

/** A screen whose code comes with its first use. */
function screen(path: string, load: () => Promise<ComponentType>, member = false): Screen {
  const fetchEarly = () => {
    // What cannot be fetched early is fetched, and complained about, when it is used.
    load().catch(() => undefined);
  };
  return { path, Screen: lazy(async () => ({ default: await load() })), fetchEarly, member };
}

/** Every screen but home, which is part of the first load. */
export const screens: readonly Screen[] = [
  screen('/bike/search', () => import('#src/screens/search-screen.tsx').then((it) => it.SearchScreen)),
  screen('/bike/:bikeId/*', () => import('#src/screens/bike-screen.tsx').then((it) => it.BikeScreen)),
  screen('/account/login', () => import('#src/screens/login-screen.tsx').then((it) => it.LoginScreen)),
  screen('/account/signup', () => import('#src/screens/signup-screen.tsx').then((it) => it.SignupScreen)),
  screen('/account/signup-success', () =>
    import('#src/screens/signup-success-screen.tsx').then((it) => it.SignupSuccessScreen),
  ),
  screen('/account/confirm-email', () =>
    import('#src/screens/confirm-email-screen.tsx').then((it) => it.ConfirmEmailScreen),
  ),
  screen('/account/send-email-confirmation', () =>
    import('#src/screens/send-email-confirmation-screen.tsx').then((it) => it.SendEmailConfirmationScreen),
  ),
  screen('/account/send-email-confirmation-success', () =>
    import('#src/screens/send-email-confirmation-success-screen.tsx').then(
      (it) => it.SendEmailConfirmationSuccessScreen,
    ),
  ),
  screen('/user/bikes', () => import('#src/screens/user-bikes-screen.tsx').then((it) => it.UserBikesScreen), true),
  screen('/user/bike/add', () => import('#src/screens/add-bike-screen.tsx').then((it) => it.AddBikeScreen), true),
  screen('/user/outbox', () => import('#src/screens/outbox-screen.tsx').then((it) => it.OutboxScreen), true),
  screen('*', () => import('#src/screens/not-found-screen.tsx').then((it) => it.NotFoundScreen)),
];
