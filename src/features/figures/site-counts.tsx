import type { SiteFigures } from '#contract/figures.ts';
import { many } from '#contract/texts.ts';
import { Counts } from '#src/ui/counts.tsx';

/** Number of bikes, members and likes on the site. */
export const SiteCounts = ({ bikes, members, likes }: SiteFigures) => (
  <Counts
    large
    counts={[
      { name: many(bikes)`Bike|Bikes`, count: bikes },
      { name: many(members)`Member|Members`, count: members },
      { name: many(likes)`Like|Likes`, count: likes },
    ]}
  />
);
