import { bikeFields, type FormPart, motorFieldNames } from '#contract/bike-fields.ts';
import { frontTravels, gearFits, partRefusal, rearTravels } from '#contract/bike-rules.ts';
import type { ComponentSlot } from '#contract/components.ts';
import type { FieldValue } from '#contract/drafts.ts';
import { componentSlotLabel, drivetrainLabel, handlebarTypeLabel, rearGearLabel } from '#contract/option-labels.ts';
import { t } from '#contract/texts.ts';
import { motorFieldOf } from '#src/features/bikes/measures.ts';
import { listOf } from '#src/ui/lists.ts';
import { rowsIn, textIn } from './form-fields.ts';

type Fields = Readonly<Record<string, FieldValue>>;
/** Further field changes that follow from a change, with the messages that explain them. */
export type Consequences = { also: Record<string, FieldValue>; texts: string[]; part: FormPart | null };

type Effect = (changed: (field: string) => string, before: Fields) => Omit<Consequences, 'part'> | null;

const nothing = null;
const becomes = (also: Record<string, FieldValue>, ...texts: string[]) => ({ also, texts });

/** Rules by field name: what follows when that field changes. */
const effects: Readonly<Record<string, readonly Effect[]>> = {
  category: [
    (now) =>
      now('category') === 'Handbike' && !now('handlebarType')
        ? becomes({ handlebarType: 'Hand Cranks' }, t`Handlebar is now ${handlebarTypeLabel('Hand Cranks')}.`)
        : nothing,
  ],
  drivetrain: [
    (now) => {
      const gear = now('rearGear');
      // A fixed gear has one sprocket, so the rear gear is set.
      if (now('drivetrain') === 'Fixed Gear' && gear !== 'Single-Speed')
        return becomes(
          { rearGear: 'Single-Speed' },
          ...(gear ? [t`Rear gear is now ${rearGearLabel('Single-Speed')}: a fixed gear has one.`] : []),
        );
      if (!gear || gearFits(now('drivetrain'), gear)) return nothing;
      return becomes(
        { rearGear: '' },
        t`Choose the rear gear again: ${rearGearLabel(gear)} doesn’t fit this drivetrain.`,
      );
    },
    (now, before) => {
      const motorFields = motorFieldNames.map(motorFieldOf).filter((field) => textIn(before[field]));
      if (now('drivetrain') === 'E-Bike' || motorFields.length === 0) return nothing;
      return becomes(
        Object.fromEntries(motorFields.map((field) => [field, ''])),
        t`Motor removed: only an e-bike has one.`,
      );
    },
    (now, before) => {
      const all = rowsIn(before.components);
      const fitting = all.filter((row) => !partRefusal(textIn(row.slot) as ComponentSlot, now('drivetrain')));
      if (fitting.length === all.length) return nothing;
      const gone = all.filter((row) => !fitting.includes(row)).map((row) => componentSlotLabel(textIn(row.slot)));
      return becomes({ components: fitting }, t`Removed from the parts, because this bike has none: ${listOf(gone)}.`);
    },
  ],
  rearGear: [
    (now) => {
      const gear = now('rearGear');
      if (!gear || gearFits(now('drivetrain'), gear)) return nothing;
      const had = now('drivetrain');
      if (!gear.startsWith('Gearbox'))
        return becomes({ drivetrain: '' }, t`Choose the drivetrain again: this isn’t a fixed gear.`);
      return becomes({ drivetrain: 'Gearbox' }, ...(had ? [t`Drivetrain is now ${drivetrainLabel('Gearbox')}.`] : []));
    },
  ],
  suspension: [
    (now) =>
      now('travelFrontMm') && !frontTravels(now('suspension'))
        ? becomes({ travelFrontMm: '' }, t`Front travel removed: this suspension has none.`)
        : nothing,
    (now) =>
      now('travelRearMm') && !rearTravels(now('suspension'))
        ? becomes({ travelRearMm: '' }, t`Rear travel removed: this suspension has none.`)
        : nothing,
  ],
  ownership: [
    (now) =>
      now('ownership') !== 'Stolen' && now('registryUrl')
        ? becomes({ registryUrl: '' }, t`Report removed: only a stolen bike has one.`)
        : nothing,
  ],
};

/** Returns the further changes that keep the bike consistent after these changes. */
export function consequencesOf(changes: Fields, fields: Fields): Consequences {
  const after = { ...fields, ...changes };
  const now = (field: string) => textIn(after[field]);
  const found = Object.keys(changes).flatMap((field) => effects[field] ?? []);
  const said = found.flatMap((effect) => effect(now, after) ?? []);
  const [first = ''] = Object.keys(changes);
  return {
    also: Object.assign({}, ...said.map(({ also }) => also)) as Record<string, FieldValue>,
    texts: said.flatMap(({ texts }) => texts),
    part: bikeFields[first as keyof typeof bikeFields]?.part ?? null,
  };
}
