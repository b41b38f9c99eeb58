import { Link } from 'react-router';
import { modelPage, partPage } from '#contract/maker-pages.ts';
import type { MakerPage } from '#contract/makers.ts';
import { componentSlotLabel } from '#contract/option-labels.ts';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { useWriting } from '#src/ui/display-preferences.ts';
import type { Elements } from '#src/ui/elements.ts';
import { figure } from '#src/ui/format.ts';
import { PersonLink } from '#src/ui/person-link.tsx';
import { Rows } from '#src/ui/rows.tsx';
import { Section } from '#src/ui/section.tsx';
import { CountedValues } from './counted-values.tsx';
import styles from './makers.module.css';

type Named = MakerPage['models'][number];

interface NamedListProps {
  items: readonly Named[];
  pageOf: (brand: string, name: string) => string;
  /** Leaves out the maker, where the page is about it. */
  ofOne: boolean;
  numbered: boolean;
}

/** Models or parts, each with the number of bikes if there are several. */
function NamedList({ items, pageOf, ofOne, numbered }: NamedListProps) {
  const writing = useWriting();
  const rows = items.map(({ brand, name, count }) => ({
    key: `${brand} ${name}`,
    name: (
      <Link to={pageOf(brand, name)} dir="auto">
        {ofOne ? name : `${brand} ${name}`}
      </Link>
    ),
    ...(numbered && { detail: figure(count, writing) }),
  }));
  return <Rows rows={rows} columns />;
}

/** The parts that owners changed first, by the earliest change in each build history. */
function Changed({ changed }: { changed: MakerPage['changed'] }) {
  const writing = useWriting();
  const rows = changed.map(({ slot, count, parts }) => ({
    key: slot,
    name: componentSlotLabel(slot),
    about: parts.length > 0 && (
      <ul className={styles.values}>
        {parts.map(({ brand, name }) => (
          <li key={`${brand} ${name}`}>
            <Link to={partPage(brand, name)} dir="auto">{`${brand} ${name}`}</Link>
          </li>
        ))}
      </ul>
    ),
    detail: figure(count, writing),
  }));
  return <Rows rows={rows} />;
}

/** The positions on a bike that a part has. */
function Slots({ slots }: { slots: MakerPage['slots'] }) {
  const writing = useWriting();
  const rows = slots.map(({ slot, count }) => ({
    key: slot,
    name: componentSlotLabel(slot),
    detail: figure(count, writing),
  }));
  return <Rows rows={rows} />;
}

interface OwnersProps {
  owners: readonly Person[];
  actionOf: (person: Person) => Elements;
}

function Owners({ owners, actionOf }: OwnersProps) {
  return (
    <ul className={styles.people}>
      {owners.map((person) => (
        <li key={person.id}>
          <Avatar person={person} />
          <PersonLink person={person} />
          {actionOf(person)}
        </li>
      ))}
    </ul>
  );
}

interface MakerSectionsProps extends OwnersProps {
  page: MakerPage;
  units: Elements;
}

const builtTitle = (bikes: number): string => (bikes > 1 ? t`How they are built` : t`How it is built`);

/** Everything that is known besides the bikes. A section without data is left out. */
export function MakerSections({ page, owners, actionOf, units }: MakerSectionsProps) {
  const { kind, brand, fields, colors, weight, parts, slots, changed, counted } = page;
  const isModel = kind === 'model';
  const isMaker = kind === 'brand' && !page.isOfParts;
  // A model that one bike has is named with that bike above.
  const models = isMaker ? page.models : page.models.filter(({ count }) => count > 1);
  const hasValues = fields.length > 0 || colors.length > 0 || weight !== null;
  return (
    <>
      {models.length > 0 && (
        <Section title={isMaker ? t`Models` : t`On these models`}>
          <NamedList items={models} pageOf={modelPage} ofOne={isMaker} numbered={counted > 1} />
        </Section>
      )}
      {parts.length > 0 && (
        <Section title={t`Parts by ${brand}`}>
          <NamedList items={parts} pageOf={partPage} ofOne numbered />
        </Section>
      )}
      <div className={styles.columns}>
        {hasValues && (isModel || counted > 1) && (
          <Section title={isModel ? builtTitle(counted) : t`Kinds of bikes`} action={weight !== null && units}>
            <CountedValues page={page} />
          </Section>
        )}
        {slots.length > 1 && (
          <Section title="Position on the bike">
            <Slots slots={slots} />
          </Section>
        )}
        {changed.length > 0 && counted > 1 && (
          <Section title="What owners changed first" about="From their build histories">
            <Changed changed={changed} />
          </Section>
        )}
      </div>
      {owners.length > 0 && (
        <Section title="Owners">
          <Owners owners={owners} actionOf={actionOf} />
        </Section>
      )}
    </>
  );
}
