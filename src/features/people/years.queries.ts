import { getMemberYear, type MemberYear } from '#contract/member-year.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { forgetYear, saveYear, type YearKey, yearFor } from './years.cache.ts';

export const memberYear = defineQuery({
  name: 'member-year',
  endpoint: getMemberYear,
  key: ({ userId, year }: YearKey) => `${userId} ${year}`,
  request: ({ userId, year }: YearKey) => ({ params: { userId, year: String(year) } }),
  read: async (_, of) => {
    const cached = await yearFor(of);
    return withSavedAt(cached?.year, cached);
  },
  initial: (year) => year,
  save: (year) => saveYear(year),
  forget: forgetYear,
});

/** A year of a member; opening it caches it for offline use. */
export const useMemberYear = (userId: YearKey['userId'], year: number): Read<MemberYear> =>
  useQuery(memberYear, { userId, year });
