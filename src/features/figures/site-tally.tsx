import type { SiteFigures } from '#contract/figures.ts';
import { Tally } from '#src/ui/tally.tsx';

/** How many bikes, members and likes the site has. */
export const SiteTally = ({ bikes, members, likes }: SiteFigures) => (
  <Tally
    large
    counts={[
      { name: 'Bikes', count: bikes },
      { name: 'Members', count: members },
      { name: 'Likes', count: likes },
    ]}
  />
);
