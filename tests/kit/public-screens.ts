import { screens } from '#src/app/screens.ts';

/** An id of no bike and no member. */
export const unknownId = '01890000-0000-7000-8000-000000000101';

/** Addresses of screens whose path has parameters, and of those with several states. */
const samples: Record<string, readonly string[]> = {
  '/bike/search': [
    '/bike/search',
    '/bike/search?keywords=gravel',
    '/bike/search?keywords=qqqq',
    '/bike/search?category=Gravel&drivetrain=1x',
  ],
  '/brand/:brand': ['/brand/surly', '/brand/nobody'],
  '/model/:brand/:model': ['/model/surly/straggler', '/model/surly/nothing'],
  '/part/:brand/:part': ['/part/brooks/b17', '/part/brooks/nothing'],
  '/bike/:bikeId/*': [`/bike/${unknownId}/surly`, '/bike/nonsense'],
  '/user/:userId/:name/:year': [`/user/${unknownId}/ana/2026`, '/user/nonsense/ana/2026'],
  '/user/:userId/*': [`/user/${unknownId}/ana`, '/user/nonsense'],
  '/favorites/:shareId': ['/favorites/QqQqQqQqQqQqQqQqQqQqQq', '/favorites/nonsense'],
  '/place/:place/*': ['/place/ch/switzerland', '/place/ch-be/bern', '/place/xx'],
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

/** Public paths of the route table. */
const publicPaths: readonly string[] = ['/', ...screens.filter(({ member }) => !member).map(({ path }) => path)];

/** Paths with parameters that have no sample. */
export const withoutSample = publicPaths.filter((path) => isOpen(path) && !samples[path]);

/** One or more addresses of every public screen. */
export const publicAddresses: readonly string[] = publicPaths
  .filter((path) => !withoutSample.includes(path))
  .flatMap((path) => samples[path] ?? [path]);
