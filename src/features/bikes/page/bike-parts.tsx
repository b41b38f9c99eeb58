import { formParts } from '#contract/bike-fields.ts';
import { byGroup, type Component } from '#contract/components.ts';
import { componentGroupLabel, componentPositionLabel, componentSlotLabel } from '#contract/option-labels.ts';
import { t } from '#contract/texts.ts';
import { writePartsList } from '#contract/written-parts-list.ts';
import { Button } from '#src/ui/button.tsx';
import { type DisplayPreferences, useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { decimal } from '#src/ui/format.ts';
import { Copy } from '#src/ui/icons.js';
import { Section } from '#src/ui/section.tsx';
import { SpecList, type SpecRow } from '#src/ui/spec-list.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { partWeight } from '../measures.ts';
import styles from './bike-page.module.css';

async function copy(components: readonly Component[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(writePartsList(components));
    showToast({ text: t`Parts list copied.` });
  } catch {
    showToast({ text: t`Your browser doesn’t allow copying.`, alert: true });
  }
}

function weightText(grams: number, { units, writing }: DisplayPreferences): string {
  const { value, unit } = partWeight.readingIn(grams, units);
  return `${decimal(String(value), writing)} ${unit}`;
}

function rowOf(
  { slot, position, text, brand, note, isStock, weightG }: Component,
  preferences: DisplayPreferences,
): SpecRow {
  const about = [note, isStock ? t`came with the bike` : ''].filter(Boolean).join(' · ');
  const content = (
    <>
      <bdi>{`${brand} ${text}`}</bdi>
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
export function BikeParts({ components }: { components: readonly Component[] }) {
  const preferences = useDisplayPreferences();
  if (components.length === 0) return null;
  const groups = byGroup(components);
  const inOrder = groups.flatMap((group) => group.components);
  const copyAsText = (
    <Button look="quiet" small className="needs-script" onClick={() => void copy(inOrder)}>
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
            <SpecList rows={its.map((one) => rowOf(one, preferences))} />
          </div>
        ))}
      </div>
    </Section>
  );
}
