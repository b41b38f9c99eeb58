import { Link } from 'react-router';
import { kindOf } from '#contract/bike-names.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { bikePage } from '#contract/pages.ts';
import type { Related } from '#contract/related.ts';
import { t } from '#contract/texts.ts';
import { CircleCheck } from '#src/ui/icons.js';
import { Photo } from '#src/ui/photo.tsx';
import { Section } from '#src/ui/section.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { useCachedBikeIds } from '../list/bike-lists.queries.ts';
import styles from './bike-page.module.css';
import { useRelatedBikes } from './related.queries.ts';

const titles: { [G in keyof Related]: (bike: Bike) => string } = {
  owner: ({ owner }) => t`More by ${owner.username}`,
  model: ({ brand, model }) => t`More ${brand} ${model}`,
  similar: () => t`More like this`,
};

interface MiniBikeProps {
  bike: BikeCard;
  /** Whether the list's title names the owner. */
  ofOne: boolean;
  opensOffline: boolean;
}

function MiniBike({ bike, ofOne, opensOffline }: MiniBikeProps) {
  return (
    <li className={styles.mini}>
      <Photo photo={bike.cover} alt="" sizes="6rem" />
      <div>
        <h3>
          <Link className="over-card" to={bikePage(bike.id, bike.slug)}>
            <bdi className="decal">{bike.brand}</bdi> <bdi>{bike.model}</bdi>
          </Link>
        </h3>
        <p className="quiet small figures">
          <span>{`${kindOf(bike)}${ofOne ? '' : ` · ${bike.owner.username}`}`}</span>
          {opensOffline && (
            <>
              {' '}
              <CircleCheck className="icon icon-small" aria-hidden="true" />
              <VisuallyHidden>Opens offline</VisuallyHidden>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

/** Related bikes: by the same owner, of the same model and similar ones. Leaves out empty groups. */
export function RelatedBikes({ bike }: { bike: Bike }) {
  const { data } = useRelatedBikes(bike.id);
  const cached = useCachedBikeIds();
  if (!data) return null;
  const groups = (Object.keys(titles) as (keyof Related)[]).filter((group) => data[group].length > 0);
  return (
    <div className={styles.related}>
      {groups.map((group) => (
        <Section key={group} title={titles[group](bike)}>
          <ul className={styles.minis}>
            {data[group].map((one) => (
              <MiniBike key={one.id} bike={one} ofOne={group === 'owner'} opensOffline={cached.has(one.id)} />
            ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}
