import type { SiteFigures } from '#contract/figures.ts';
import { Counts } from '#src/ui/counts.tsx';

/** How many bikes, members and likes the site has. */
export const SiteTally = ({ bikes, members, likes }: SiteFigures) => (
  <Counts
    large
    counts={[
      { name: 'Bikes', count: bikes },
      { name: 'Members', count: members },
      { name: 'Likes', count: likes },
    ]}
  />
);
