import type { Beside } from '#contract/beside.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { Section } from '#src/ui/section.tsx';
import { BikeGrid } from '../list/bike-grid.tsx';
import { useKeptBikeIds } from '../list/bike-lists.queries.ts';
import { useBeside } from './beside.queries.ts';
import styles from './bike-page.module.css';

const titles: { [G in keyof Beside]: (bike: Bike) => string } = {
  owner: ({ owner }) => `More by ${owner.username}`,
  model: ({ brand, model }) => `More ${brand} ${model}`,
  similar: () => 'Similar bikes',
};

/** Related bikes: by the same owner, of the same model and similar ones. Leaves out empty groups. */
export function BikesBeside({ bike }: { bike: Bike }) {
  const { data } = useBeside(bike.id);
  const kept = useKeptBikeIds();
  if (!data) return null;
  const groups = (Object.keys(titles) as (keyof Beside)[]).filter((group) => data[group].length > 0);
  return (
    <div className={styles.beside}>
      {groups.map((group) => (
        <Section key={group} title={titles[group](bike)}>
          <BikeGrid bikes={data[group]} opensOffline={(id) => kept.has(id)} />
        </Section>
      ))}
    </div>
  );
}
