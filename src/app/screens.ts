import { type ComponentType, createElement, lazy, useState } from 'react';
import { matchPath } from 'react-router';
import { inTime, missingPart } from './stale-chunks.ts';

/** A screen or a layout; only a layout has the property. */
type Part = ComponentType<{ wide?: boolean }>;

interface LazyComponent {
  /** The component; it suspends until its code is loaded. */
  Lazy: Part;
  /** The component; undefined until its code is loaded. */
  readonly loaded: Part | undefined;
  /** Prefetches the code. Rejects if it cannot be loaded. */
  prepare: () => Promise<void>;
  /** The component's file as named in the build manifest; empty until its code is loaded. */
  readonly source: string;
}

interface Screen extends LazyComponent {
  path: string;
  member?: boolean;
  /** Takes the whole width of the account area, without the sidebar. */
  wide: boolean;
}

/** The file of a screen is named like its component. */
const sourceOf = (screen: Part | undefined): string =>
  screen ? `src/screens/${screen.name.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase()}.tsx` : '';

/** Creates a component whose code loads at its first use. */
function lazyComponent(load: () => Promise<Part>): LazyComponent {
  let loaded: Part | undefined;
  let loading: Promise<Part> | undefined;
  const fetchCode = () => {
    loading ??= inTime(load()).catch((error: Error) => {
      // A failed style sheet is not requested again, so a retry would show the screen unstyled.
      if (missingPart(error) !== 'style') loading = undefined;
      throw error;
    });
    return loading;
  };
  const prepare = async () => {
    loaded = await fetchCode();
  };
  return {
    Lazy: lazy(async () => ({ default: await fetchCode() })),
    get loaded() {
      return loaded;
    },
    prepare,
    get source() {
      return sourceOf(loaded);
    },
  };
}

/**
 * Renders a screen, synchronously if its code is loaded. It keeps the component of its first render, so that code that
 * loads later remounts nothing. Each screen needs its own key.
 */
export function LazyScreen({ screen, wide = false }: { screen: LazyComponent; wide?: boolean }) {
  const [Now] = useState(() => screen.loaded ?? screen.Lazy);
  return createElement(Now, { wide });
}

/** The layout of the account area; its code loads with the first of its screens. */
export const membersArea = lazyComponent(() => import('./members-only.tsx').then((it) => it.MembersOnly));

function screen(path: string, load: () => Promise<Part>, member = false, wide = false): Screen {
  const own = lazyComponent(load);
  const { prepare } = own;
  const prepareBoth = async () => {
    await Promise.all([prepare(), membersArea.prepare()]);
  };
  return Object.assign(own, { path, member, wide, prepare: member ? prepareBoth : prepare });
}

/** The path of the not-found screen. */
export const elsewhere = '*';

/** A bike's page. */
export const bikeScreen = screen('/bike/:bikeId/*', () =>
  import('#src/screens/bike-screen.tsx').then((it) => it.BikeScreen),
);

/** All screens but home, which is part of the first load. */
export const screens: readonly Screen[] = [
  screen('/bike/search', () => import('#src/screens/search-screen.tsx').then((it) => it.SearchScreen)),
  bikeScreen,
  screen('/account/login', () => import('#src/screens/login-screen.tsx').then((it) => it.LoginScreen)),
  screen('/account/signup', () => import('#src/screens/signup-screen.tsx').then((it) => it.SignupScreen)),
  screen('/account/signup-success', () =>
    import('#src/screens/signup-success-screen.tsx').then((it) => it.SignupSuccessScreen),
  ),
  screen('/account/confirm-email', () =>
    import('#src/screens/confirm-email-screen.tsx').then((it) => it.ConfirmEmailScreen),
  ),
  screen('/account/confirm-new-email', () =>
    import('#src/screens/confirm-new-email-screen.tsx').then((it) => it.ConfirmNewEmailScreen),
  ),
  screen('/account/undo-email-change', () =>
    import('#src/screens/undo-email-change-screen.tsx').then((it) => it.UndoEmailChangeScreen),
  ),
  screen('/account/weekly-mail', () => import('#src/screens/weekly-mail-screen.tsx').then((it) => it.WeeklyMailScreen)),
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
  screen('/account/elsewhere', () => import('#src/screens/elsewhere-screen.tsx').then((it) => it.ElsewhereScreen)),
  ...['/brand/:brand', '/model/:brand/:model', '/part/:brand/:part'].map((path) =>
    screen(path, () => import('#src/screens/maker-screen.tsx').then((it) => it.MakerScreen)),
  ),
  screen('/winners', () => import('#src/screens/winners-screen.tsx').then((it) => it.WinnersScreen)),
  screen('/about', () => import('#src/screens/about-screen.tsx').then((it) => it.AboutScreen)),
  screen('/faq', () => import('#src/screens/faq-screen.tsx').then((it) => it.FaqScreen)),
  screen('/photo-guide', () => import('#src/screens/photo-guide-screen.tsx').then((it) => it.PhotoGuideScreen)),
  screen('/install', () => import('#src/screens/install-screen.tsx').then((it) => it.InstallScreen)),
  screen('/help/:policy', () => import('#src/screens/policy-screen.tsx').then((it) => it.PolicyScreen)),
  screen('/favorites/:shareId', () =>
    import('#src/screens/shared-favorites-screen.tsx').then((it) => it.SharedFavoritesScreen),
  ),
  screen('/place/:place/*', () => import('#src/screens/place-screen.tsx').then((it) => it.PlaceScreen)),
  screen('/preferences', () =>
    import('#src/screens/visitor-preferences-screen.tsx').then((it) => it.VisitorPreferencesScreen),
  ),
  screen('/contact', () => import('#src/screens/contact-screen.tsx').then((it) => it.ContactScreen)),
  screen('/user/bikes', () => import('#src/screens/user-bikes-screen.tsx').then((it) => it.UserBikesScreen), true),
  screen(
    '/user/bike/add',
    () => {
      // The page after publishing; there may be no signal by then, and no worker.
      bikeScreen.prepare().catch(() => 0);
      return import('#src/screens/add-bike-screen.tsx').then((it) => it.AddBikeScreen);
    },
    true,
    true,
  ),
  screen(
    '/user/bike/edit/:bikeId',
    () => import('#src/screens/edit-bike-screen.tsx').then((it) => it.EditBikeScreen),
    true,
    true,
  ),
  screen(
    '/user/bike/update/:bikeId/:updateId?',
    () => {
      bikeScreen.prepare().catch(() => 0);
      return import('#src/screens/update-bike-screen.tsx').then((it) => it.UpdateBikeScreen);
    },
    true,
  ),
  screen(
    '/user/favorites',
    () => import('#src/screens/user-favorites-screen.tsx').then((it) => it.UserFavoritesScreen),
    true,
  ),
  screen('/user/feed', () => import('#src/screens/user-feed-screen.tsx').then((it) => it.UserFeedScreen), true),
  screen(
    '/user/following',
    () => import('#src/screens/user-following-screen.tsx').then((it) => it.UserFollowingScreen),
    true,
  ),
  screen(
    '/user/followers',
    () => import('#src/screens/user-followers-screen.tsx').then((it) => it.UserFollowersScreen),
    true,
  ),
  screen(
    '/user/messages',
    () => import('#src/screens/user-messages-screen.tsx').then((it) => it.UserMessagesScreen),
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
  screen(
    '/user/security',
    () => import('#src/screens/user-security-screen.tsx').then((it) => it.UserSecurityScreen),
    true,
  ),
  screen(
    '/user/preferences',
    () => import('#src/screens/user-preferences-screen.tsx').then((it) => it.UserPreferencesScreen),
    true,
  ),
  screen(
    '/user/storage',
    () => import('#src/screens/user-storage-screen.tsx').then((it) => it.UserStorageScreen),
    true,
  ),
  screen(
    '/user/profile',
    () => import('#src/screens/user-profile-screen.tsx').then((it) => it.UserProfileScreen),
    true,
  ),
  screen(
    '/user/invitations',
    () => import('#src/screens/user-invitations-screen.tsx').then((it) => it.UserInvitationsScreen),
    true,
  ),
  screen('/user/:userId/:name/:year', () =>
    import('#src/screens/user-year-screen.tsx').then((it) => it.UserYearScreen),
  ),
  screen('/user/:userId/*', () => import('#src/screens/user-screen.tsx').then((it) => it.UserScreen)),
  screen(
    '/moderation/:part?/:id?',
    () => import('#src/screens/moderation-screen.tsx').then((it) => it.ModerationScreen),
    true,
  ),
  screen(elsewhere, () => import('#src/screens/not-found-screen.tsx').then((it) => it.NotFoundScreen)),
];

let last: { pathname: string; screen: Screen | undefined } = { pathname: '/', screen: undefined };

/** Returns the screen of an address, the not-found screen included; undefined for home. */
export function screenOf(pathname: string): Screen | undefined {
  if (pathname === '/') return undefined;
  // A render asks several times, and each comparison compiles a pattern.
  if (pathname !== last.pathname) last = { pathname, screen: screens.find(({ path }) => matchPath(path, pathname)) };
  return last.screen;
}
