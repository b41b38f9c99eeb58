import { askedOf, initialSearch } from '#src/features/search/search.queries.ts';
import type { PageCalls } from '#src/queries/page-calls.ts';

export const calls: PageCalls = (_, search) => [initialSearch(askedOf(new URLSearchParams(search))).path];
