import { screens } from '#src/app/screens.ts';

/** An id that no bike and no member has. */
export const unknownId = '01890000-0000-7000-8000-000000000101';

/** Addresses of the screens whose path leaves something open, and those that show more than one face. */
const samples: Record<string, readonly string[]> = {
  '/bike/search': [
    '/bike/search',
    '/bike/search?keywords=gravel',
    '/bike/search?keywords=qqqq',
    '/bike/search?category=Gravel&drivetrain=1x',
  ],
  '/bike/:bikeId/*': [`/bike/${unknownId}/surly`, '/bike/nonsense'],
  '/user/:userId/*': [`/user/${unknownId}/ana`, '/user/nonsense'],
  '/favorites/:shareId': ['/favorites/QqQqQqQqQqQqQqQqQqQqQq', '/favorites/nonsense'],
  '/help/:policy': [
    '/help/content-policy',
    '/help/cookie-policy',
    '/help/privacy-policy',
    '/help/terms-service',
    '/help/nonsense',
  ],
  '*': ['/nowhere', '/page-not-found', '/old-shop/surly-ogre'],
};

const isOpen = (path: string) => /[:*]/.test(path);

/** The paths of the route table that everybody sees. */
const publicPaths: readonly string[] = ['/', ...screens.filter(({ member }) => !member).map(({ path }) => path)];

/** Paths of the table that nobody has named an address for. */
export const withoutSample = publicPaths.filter((path) => isOpen(path) && !samples[path]);

/** An address or more of every screen that everybody sees. */
export const publicAddresses: readonly string[] = publicPaths
  .filter((path) => !withoutSample.includes(path))
  .flatMap((path) => samples[path] ?? [path]);

/** One address of each page template. The screens of the others are made of the same parts. */
export const templates: readonly string[] = [
  '/',
  '/bike/search?keywords=gravel',
  '/bike/search?keywords=qqqq',
  '/account/signup',
  '/faq',
  '/photo-guide',
  '/help/cookie-policy',
  '/preferences',
  '/contact',
  '/nowhere',
];
