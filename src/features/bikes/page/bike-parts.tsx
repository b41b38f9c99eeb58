import { Link } from 'react-router';
import { formParts } from '#contract/bike-fields.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { byGroup, type Component } from '#contract/components.ts';
import { brandPage, partPage } from '#contract/maker-pages.ts';
import { componentGroupLabel, componentPositionLabel, componentSlotLabel } from '#contract/option-labels.ts';
import { t } from '#contract/texts.ts';
import { writePartsList } from '#contract/written-parts-list.ts';
import { Button } from '#src/ui/button.tsx';
import { copyText } from '#src/ui/copy-text.ts';
import { type DisplayPreferences, useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { decimal } from '#src/ui/format.ts';
import { Copy } from '#src/ui/icons.js';
import { Section } from '#src/ui/section.tsx';
import { SpecList, type SpecRow } from '#src/ui/spec-list.tsx';
import { partWeight } from '../measures.ts';
import styles from './bike-page.module.css';

type PartLink = NonNullable<Bike['parts']>[number];

function weightText(grams: number, { units, writing }: DisplayPreferences): string {
  const { value, unit } = partWeight.readingIn(grams, units);
  return `${decimal(String(value), writing)} ${unit}`;
}

/** The line of a part. Maker and name are one link: to the part's page, or to the maker's if the line names no part. */
function PartText({ text, link }: { text: string; link: PartLink | undefined }) {
  const [makerFrom, makerTo, from, to] = link?.at ?? [0, 0, 0, 0];
  // A change that waits to be sent may have moved it.
  const isMoved = link && !text.slice(from, to).startsWith(link.name.split(' ')[0] ?? '');
  if (!link || isMoved) return <span>{text}</span>;
  const { brand, name } = link;
  const start = makerTo > makerFrom ? makerFrom : from;
  const end = to > from ? to : makerTo;
  return (
    <>
      {start > 0 && <span>{text.slice(0, start)}</span>}
      <Link to={name ? partPage(brand, name) : brandPage(brand)}>{text.slice(start, end)}</Link>
      {end < text.length && <span>{text.slice(end)}</span>}
    </>
  );
}

function rowOf(
  { slot, position, text, brand, note, isStock, weightG }: Component,
  link: PartLink | undefined,
  preferences: DisplayPreferences,
): SpecRow {
  const about = [note, isStock ? t`came with the bike` : ''].filter(Boolean).join(' · ');
  const content = (
    <>
      <bdi>
        <PartText text={`${brand} ${text}`.trim()} link={link} />
      </bdi>
      {about && (
        <small className={styles.about}>
          {' '}
          <bdi>{about}</bdi>
        </small>
      )}
    </>
  );
  return {
    name: [componentSlotLabel(slot), position && componentPositionLabel(position)].filter(Boolean).join(' · '),
    value: content,
    ...(weightG !== null && { unit: weightText(weightG, preferences) }),
  };
}

/** Components of the bike, by group. */
export function BikeParts({ bike: { components, parts = [] } }: { bike: Bike }) {
  const preferences = useDisplayPreferences();
  if (components.length === 0) return null;
  const groups = byGroup(components);
  const links = new Map(parts.map((part) => [part.id, part]));
  const inOrder = groups.flatMap((group) => group.components);
  const copyAsText = (
    <Button look="quiet" small className="needs-script" onClick={() => void copyText(writePartsList(inOrder))}>
      <Copy className="icon" aria-hidden="true" />
      Copy as text
    </Button>
  );
  return (
    <Section title={formParts.components} action={copyAsText}>
      <div className={styles.groups}>
        {groups.map(({ group, components: its }) => (
          <div key={group} className={styles.group}>
            <h3>{componentGroupLabel(group)}</h3>
            <SpecList rows={its.map((one) => rowOf(one, links.get(one.id), preferences))} />
          </div>
        ))}
      </div>
    </Section>
  );
}
