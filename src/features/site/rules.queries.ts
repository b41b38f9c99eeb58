import { callOf } from '#contract/endpoint.ts';
import type { getSiteRules } from '#contract/site.ts';
import { listRow } from '#src/cache/list-row.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';

type Rules = { text: string | null };

const row = listRow<Rules>('rules');

export const rules = defineQuery({
  name: 'rules',
  endpoint: callOf<typeof getSiteRules>('GET', '/rules'),
  read: async () => {
    const cached = await row.get();
    return withSavedAt(cached?.value, cached);
  },
  initial: (known) => known,
  save: (answer) => row.save(answer),
});

/** The operator's own rules. */
export const useRules = (): Read<Rules> => useQuery(rules);
