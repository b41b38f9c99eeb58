import type { Id } from '#contract/ids.ts';
import { memberBikes } from '#src/features/bikes/list/member-bikes.queries.ts';
import { partOf } from '#src/features/people/bike-tabs.tsx';
import { person } from '#src/features/people/people.queries.ts';
import { type PageCalls, pathFor } from '#src/queries/page-calls.ts';

export const calls: PageCalls = ({ userId }, search) => [
  pathFor(person, userId as Id),
  pathFor(memberBikes, { userId: userId as Id, part: partOf(search) }),
];
