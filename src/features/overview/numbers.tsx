import type { ReactNode } from 'react';
import type { Numbers } from '#contract/overview.ts';
import { t } from '#contract/texts.ts';
import { Ago } from '#src/ui/ago.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { figure } from '#src/ui/format.ts';
import { sizeParts, sizeText } from '#src/ui/size-text.ts';
import skeletons from '#src/ui/skeletons.module.css';
import styles from './tally.module.css';

const nothing: Numbers = {
  at: '',
  members: { all: 0, day: 0, week: 0, suspended: 0 },
  bikes: 0,
  comments: 0,
  photos: { count: 0, bytes: 0 },
  database: 0,
};

/** Splits an amount into its figure and its unit. */
function Size({ bytes }: { bytes: number }) {
  const [amount, unit] = sizeParts(bytes);
  return (
    <>
      <span>{amount}</span> <small>{unit}</small>
    </>
  );
}

type Item = { name: string; value: ReactNode };

const itemsOf = ({ members, bikes, comments, photos, database }: Numbers): Item[] => [
  { name: t`Members`, value: figure(members.all) },
  { name: t`New in a day`, value: figure(members.day) },
  { name: t`New in a week`, value: figure(members.week) },
  { name: t.as('number of members')`Suspended`, value: figure(members.suspended) },
  { name: t`Bikes`, value: figure(bikes) },
  { name: t`Comments`, value: figure(comments) },
  {
    name: t`Photos`,
    value: (
      <>
        <span>{figure(photos.count)}</span> <small>{sizeText(photos.bytes)}</small>
      </>
    ),
  },
  { name: t`Database`, value: database === null ? <small>unknown</small> : <Size bytes={database} /> },
];

/** How much there is on the site. Null while it is not counted yet, undefined while it loads. */
export function SiteNumbers({ numbers }: { numbers?: Numbers | null }) {
  return (
    <>
      <dl className={classNames(styles.tally, !numbers && styles.skeleton)}>
        {itemsOf(numbers ?? nothing).map(({ name, value }) => (
          <div key={name}>
            <dt className="quiet small">{name}</dt>
            <dd className={numbers ? undefined : skeletons.skeleton} aria-hidden={!numbers || undefined}>
              {numbers ? value : '\u00a0'}
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet small">
        {numbers && (
          <span>
            Counted <Ago time={numbers.at} inside />.
          </span>
        )}
        {numbers === null && <span>The first count takes a minute.</span>}
      </p>
    </>
  );
}
