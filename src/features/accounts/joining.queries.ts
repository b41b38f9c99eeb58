import { callOf } from '#contract/endpoint.ts';
import type { getJoining, Joining } from '#contract/joining.ts';
import { listRow } from '#src/cache/list-row.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';

const row = listRow<Joining>('joining');

export const joining = defineQuery({
  name: 'joining',
  endpoint: callOf<typeof getJoining>('GET', '/joining'),
  read: async () => {
    const cached = await row.get();
    return withSavedAt(cached?.value, cached);
  },
  initial: (known) => known,
  save: (answer) => row.save(answer),
});

/** How one may join the site. */
export const useJoining = (): Read<Joining> => useQuery(joining);
