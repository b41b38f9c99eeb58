import type { Id } from '#contract/ids.ts';
import { memberYear } from '#src/features/people/years.queries.ts';
import { type PageCalls, pathFor } from '#src/queries/page-calls.ts';

export const calls: PageCalls = ({ userId, year }) => [
  pathFor(memberYear, { userId: userId as Id, year: Number(year) }),
];
