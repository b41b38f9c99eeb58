import { matchPath, type Params } from 'react-router';
import { type Endpoint, pathOf, type Query } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { popular, recent, winners } from '#src/features/bikes/list/bike-lists.queries.ts';
import { memberBikes } from '#src/features/bikes/list/member-bikes.queries.ts';
import { initialRandom } from '#src/features/bikes/list/random.queries.ts';
import { bike } from '#src/features/bikes/page/bike.queries.ts';
import { related } from '#src/features/bikes/page/related.queries.ts';
import { fromOf, newest } from '#src/features/comments/comments.queries.ts';
import { initialFolder } from '#src/features/favorites/shared-folder.queries.ts';
import { figures } from '#src/features/figures/figures.queries.ts';
import { partOf } from '#src/features/people/bike-tabs.tsx';
import { person } from '#src/features/people/people.queries.ts';
import { askedOf, initialSearch } from '#src/features/search/search.queries.ts';
import { rules } from '#src/features/services/rules.queries.ts';
import { initialServices } from '#src/features/services/services.queries.ts';
import { elsewhere, screenOf } from './screens.ts';

type Requested<Subject> = {
  endpoint: Endpoint;
  request?: (subject: Subject) => { params?: Record<string, string>; query?: Query };
};

function pathFor<Subject>({ endpoint, request }: Requested<Subject>, subject: Subject): string {
  const { params = {}, query } = request?.(subject) ?? {};
  return pathOf(endpoint, params, query);
}

const formPages: readonly string[] = ['/preferences', '/contact'];
/** Whether winners are shown beside the form of a screen. */
const hasWinners = (path: string): boolean => path.startsWith('/account/') || formPages.includes(path);

/** The API calls of the public screens, by the path of the screen, for the server to ask before it renders them. */
const calls: Record<string, (params: Params, search: string) => string[]> = {
  '/': () => [
    ...[winners, popular, recent].map((feed) => pathFor(feed, undefined)),
    initialRandom.path,
    pathFor(figures, undefined),
  ],
  '/bike/search': (_, search) => [initialSearch(askedOf(new URLSearchParams(search))).path],
  '/bike/:bikeId/*': ({ bikeId }, search) => [
    pathFor(bike, bikeId as Id),
    pathFor(newest, { bikeId: bikeId as Id, from: fromOf(search) }),
    pathFor(related, bikeId as Id),
  ],
  '/user/:userId/*': ({ userId }, search) => [
    pathFor(person, userId as Id),
    pathFor(memberBikes, { userId: userId as Id, part: partOf(search) }),
  ],
  '/favorites/:shareId': ({ shareId = '' }) => [initialFolder(shareId).path],
  '/help/:policy': ({ policy }) => (policy === 'content-policy' ? [pathFor(rules, undefined)] : []),
  [elsewhere]: () => [initialSearch(askedOf(new URLSearchParams({ sort: 'Newest' }))).path],
};

/** The API calls that the page of an address is rendered from. @param address path and query */
export function apiPathsOf(address: string): string[] {
  const [pathname = ''] = address.split('?');
  const path = screenOf(pathname)?.path ?? '/';
  const params = matchPath(path, pathname)?.params ?? {};
  const own = calls[path]?.(params, address.slice(pathname.length)) ?? [];
  return [...own, ...(hasWinners(path) ? [pathFor(winners, undefined)] : []), initialServices.path];
}
