import type { SiteFigures } from '#contract/figures.ts';
import { Counts } from '#src/ui/counts.tsx';

/** Number of bikes, members and likes on the site. */
export const SiteCounts = ({ bikes, members, likes }: SiteFigures) => (
  <Counts
    large
    counts={[
      { name: 'Bikes', count: bikes },
      { name: 'Members', count: members },
      { name: 'Likes', count: likes },
    ]}
  />
);
