import { type ComponentType, createElement, lazy, useState } from 'react';
import { matchPath } from 'react-router';

interface Screen {
  path: string;
  Screen: ComponentType;
  /** Fetches the screen's code ahead of its use; rejects when it cannot be had. */
  prepare: () => Promise<void>;
  /** Its file, as the build names it, once its code is here. */
  readonly source: string;
  /** Only a member sees it. */
  member?: boolean;
}

/** A screen's component and its file have one name. */
const sourceOf = (screen: ComponentType | undefined): string =>
  screen ? `src/screens/${screen.name.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase()}.tsx` : '';

/** A screen whose code comes with its first use. */
function screen(path: string, load: () => Promise<ComponentType>, member = false): Screen {
  let loaded: ComponentType | undefined;
  const prepare = async () => {
    loaded = await load();
  };
  const Later = lazy(async () => ({ default: await load() }));
  // A screen that is here already is drawn at once; it stays what it was drawn as.
  const Screen = () => {
    const [Now] = useState(() => loaded ?? Later);
    return createElement(Now);
  };
  return {
    path,
    Screen,
    prepare,
    member,
    get source() {
      return sourceOf(loaded);
    },
  };
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
  screen('/account/forgot-password', () =>
    import('#src/screens/forgot-password-screen.tsx').then((it) => it.ForgotPasswordScreen),
  ),
  screen('/account/forgot-password-success', () =>
    import('#src/screens/forgot-password-success-screen.tsx').then((it) => it.ForgotPasswordSuccessScreen),
  ),
  screen('/account/reset-password', () =>
    import('#src/screens/reset-password-screen.tsx').then((it) => it.ResetPasswordScreen),
  ),
  screen('/account/reset-password-success', () =>
    import('#src/screens/reset-password-success-screen.tsx').then((it) => it.ResetPasswordSuccessScreen),
  ),
  screen('/contact', () => import('#src/screens/contact-screen.tsx').then((it) => it.ContactScreen)),
  screen('/user/bikes', () => import('#src/screens/user-bikes-screen.tsx').then((it) => it.UserBikesScreen), true),
  screen('/user/bike/add', () => import('#src/screens/add-bike-screen.tsx').then((it) => it.AddBikeScreen), true),
  screen(
    '/user/bike/edit/:bikeId',
    () => import('#src/screens/edit-bike-screen.tsx').then((it) => it.EditBikeScreen),
    true,
  ),
  screen(
    '/user/delete',
    () => import('#src/screens/delete-account-screen.tsx').then((it) => it.DeleteAccountScreen),
    true,
  ),
  screen('/user/outbox', () => import('#src/screens/outbox-screen.tsx').then((it) => it.OutboxScreen), true),
  screen(
    '/user/password',
    () => import('#src/screens/user-password-screen.tsx').then((it) => it.UserPasswordScreen),
    true,
  ),
  screen('*', () => import('#src/screens/not-found-screen.tsx').then((it) => it.NotFoundScreen)),
];

/** The screen of an address besides home; an address that leads nowhere has one too. */
export const screenOf = (pathname: string): Screen | undefined =>
  pathname === '/' ? undefined : screens.find(({ path }) => matchPath(path, pathname));
