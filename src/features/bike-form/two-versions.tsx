import { bikeField, bikeFieldNames } from '#contract/bike-fields.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { FieldValue } from '#contract/drafts.ts';
import type { PhotoNote } from '#contract/photos.ts';
import type { UnitSystem } from '#contract/preferences.ts';
import { many, t } from '#contract/texts.ts';
import type { WholeDraft } from '#src/features/drafts/drafts.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { type Difference, TwoVersions } from '#src/ui/two-versions.tsx';
import { fieldsOf, valuesOf } from './field-values.ts';
import { textOf } from './filled.ts';
import { readOnly } from './form-fields.ts';
import { holdFocus, toForm } from './form-focus.ts';

interface BikeVersionsProps {
  mine: WholeDraft;
  site: Version;
  onMine: () => void;
  onSite: () => void;
}

/** One version of a bike as form values. */
type Version = { fields: Readonly<Record<string, FieldValue>>; photos: readonly PhotoNote[] };

/** Converts a bike to form values for the comparison. */
export const versionOf = (bike: Bike): Version => ({ fields: fieldsOf(bike), photos: bike.photos });

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const photoText = (photos: readonly unknown[]): string => many(photos.length)`# photo|# photos`;

/** Returns the fields in which two versions of a bike differ. */
export function differences(mine: Version, site: Version, units: UnitSystem): Difference[] {
  const siteFields = site.fields;
  const ids = (photos: readonly { id: string }[]) => photos.map(({ id }) => id);
  const [my, its] = [valuesOf(mine.fields, ids(mine.photos)), valuesOf(siteFields, ids(site.photos))];
  const differences = bikeFieldNames
    .filter((name) => !same(my[name], its[name]))
    .map((name) => ({
      name: bikeField(name).label,
      mine: textOf(name, readOnly(mine.fields, units)),
      site: textOf(name, readOnly(siteFields, units)),
    }));
  const notes = (photos: readonly PhotoNote[]) =>
    photos.map(({ id, kind, caption, alt, takenYear = null }) => [id, kind, caption, alt, takenYear]);
  if (same(notes(mine.photos), notes(site.photos))) return differences;
  return [...differences, { name: t`Photos`, mine: photoText(mine.photos), site: photoText(site.photos) }];
}

/** Shows both versions of a bike that was changed here and elsewhere, and lets the member choose one. */
export function BikeVersions({ mine, site, onMine, onSite }: BikeVersionsProps) {
  const { units } = useDisplayPreferences();
  return (
    <TwoVersions
      text={t`This bike was changed on another device. Choose which version to keep.`}
      differences={differences(mine, site, units)}
      onMine={() => {
        toForm();
        onMine();
      }}
      onSite={() => {
        holdFocus();
        onSite();
      }}
    />
  );
}
