import type { Bike } from '#contract/bike-whole.ts';
import type { Related } from '#contract/related.ts';
import { Section } from '#src/ui/section.tsx';
import { BikeGrid } from '../list/bike-grid.tsx';
import { useCachedBikeIds } from '../list/bike-lists.queries.ts';
import styles from './bike-page.module.css';
import { useRelatedBikes } from './related.queries.ts';

const titles: { [G in keyof Related]: (bike: Bike) => string } = {
  owner: ({ owner }) => `More by ${owner.username}`,
  model: ({ brand, model }) => `More ${brand} ${model}`,
  similar: () => 'Similar bikes',
};

/** Related bikes: by the same owner, of the same model and similar ones. Leaves out empty groups. */
export function RelatedBikes({ bike }: { bike: Bike }) {
  const { data } = useRelatedBikes(bike.id);
  const kept = useCachedBikeIds();
  if (!data) return null;
  const groups = (Object.keys(titles) as (keyof Related)[]).filter((group) => data[group].length > 0);
  return (
    <div className={styles.beside}>
      {groups.map((group) => (
        <Section key={group} title={titles[group](bike)}>
          <BikeGrid bikes={data[group]} ofOne={group === 'owner'} opensOffline={(id) => kept.has(id)} />
        </Section>
      ))}
    </div>
  );
}
