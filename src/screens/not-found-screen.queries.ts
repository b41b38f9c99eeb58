import { askedOf, initialSearch } from '#src/features/search/search.queries.ts';
import type { PageCalls } from '#src/queries/page-calls.ts';

export const calls: PageCalls = () => [initialSearch(askedOf(new URLSearchParams({ sort: 'Newest' }))).path];
