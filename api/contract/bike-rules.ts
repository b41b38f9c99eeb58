import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { type ComponentSlot, componentGroups } from './components.ts';

/** `brandId` of a bike whose brand name is typed instead of chosen. */
export const otherBrand = 'Other';

/** The fields that the rules read. A form checks them before the bike is complete. */
export type Ruled = {
  brandId: string;
  brandOther: string;
  drivetrain: string;
  rearGear: string;
  eBike: object | null;
  suspension: string | null;
  travelFrontMm: number | null;
  travelRearMm: number | null;
  colors: readonly string[];
  disciplines: readonly string[];
  tags: readonly string[];
  ownership: string;
  registryUrl: string;
  priceMinor: number | null;
  currency: string | null;
  components: readonly { id: string; slot: ComponentSlot }[];
  history: readonly { id: string; photoIds: readonly string[] }[];
  photos: readonly { id: string }[];
};
type Path = [keyof Ruled, ...(string | number)[]];
type Violation = { path: Path; message: string };
type Rule<N extends keyof Ruled = keyof Ruled> = {
  reads: readonly N[];
  broken(bike: Pick<Ruled, N>): Violation[];
};

const rule = <N extends keyof Ruled>(...[reads, broken]: [readonly N[], (bike: Pick<Ruled, N>) => Violation[]]) =>
  ({ reads, broken }) as unknown as Rule;
const unless = (isMet: boolean, message: string, ...path: Path): Violation[] => (isMet ? [] : [{ path, message }]);

/** Returns the indexes of repeated values. */
const repeatedIndexes = (values: readonly string[]): number[] =>
  values.flatMap((value, place) => (values.indexOf(value) < place ? [place] : []));
const uniqueValues = (field: 'colors' | 'disciplines' | 'tags', message: string): Rule =>
  rule([field], (bike) => repeatedIndexes(bike[field]).map((place) => ({ path: [field, place], message })));

const withGearbox = ['Gearbox', 'E-Bike', 'Belt Drive'];
const sprungFront = ['Front (Hardtail)', 'Softtail', 'Full'];
const sprungRear = ['Rear only', 'Full'];
const electric: readonly ComponentSlot[] = componentGroups['Electric System'];

/** Whether a drivetrain can be combined with a rear gear. */
export const gearFits = (drivetrain: string, rearGear: string): boolean => {
  if (drivetrain === 'Fixed Gear') return rearGear === 'Single-Speed';
  return !rearGear.startsWith('Gearbox') || withGearbox.includes(drivetrain);
};
/** Whether the suspension has travel at the front, and at the rear. */
export const frontTravels = (suspension: string | null): boolean => sprungFront.includes(suspension ?? '');
export const rearTravels = (suspension: string | null): boolean => sprungRear.includes(suspension ?? '');
/** Returns why a bike with this drivetrain cannot have such a part; null when it can. */
export function partRefusal(slot: ComponentSlot, drivetrain: string): string | null {
  if (electric.includes(slot) && drivetrain !== 'E-Bike') return t`Only an e-bike has an electric system.`;
  if (slot === 'Front derailleur' && drivetrain === 'Fixed Gear') return t`A fixed gear bike has no front derailleur.`;
  return null;
}

/** Rules between the fields of a bike. */
const rules: readonly Rule[] = [
  rule(['brandId', 'brandOther'], ({ brandId, brandOther }) =>
    unless(brandId !== otherBrand || [...brandOther].length >= 2, t`Enter the brand.`, 'brandOther'),
  ),
  rule(['drivetrain', 'rearGear'], ({ drivetrain, rearGear }) => {
    const fixed = drivetrain === 'Fixed Gear';
    const message = fixed
      ? t`A fixed gear bike is single-speed.`
      : t`For a gearbox, choose the drivetrain Gearbox, E-Bike or Belt Drive.`;
    return unless(gearFits(drivetrain, rearGear), message, 'rearGear');
  }),
  rule(['drivetrain', 'eBike'], ({ drivetrain, eBike }) =>
    unless(eBike === null || drivetrain === 'E-Bike', t`Only an e-bike has a motor.`, 'eBike'),
  ),
  rule(['suspension', 'travelFrontMm'], ({ suspension, travelFrontMm }) =>
    unless(
      travelFrontMm === null || frontTravels(suspension),
      t`This suspension has no front travel.`,
      'travelFrontMm',
    ),
  ),
  rule(['suspension', 'travelRearMm'], ({ suspension, travelRearMm }) =>
    unless(travelRearMm === null || rearTravels(suspension), t`This suspension has no rear travel.`, 'travelRearMm'),
  ),
  rule(['ownership', 'registryUrl'], ({ ownership, registryUrl }) =>
    unless(registryUrl === '' || ownership === 'Stolen', t`Add a report only if the bike is stolen.`, 'registryUrl'),
  ),
  rule(['priceMinor', 'currency'], ({ priceMinor, currency }) =>
    unless(priceMinor === null || currency !== null, t`Choose a currency.`, 'currency'),
  ),
  rule(['drivetrain', 'components'], ({ drivetrain, components }) =>
    components.flatMap(({ slot }, place) => {
      const message = partRefusal(slot, drivetrain);
      return message ? [{ path: ['components', place, 'slot'], message }] : [];
    }),
  ),
  uniqueValues('colors', t`Choose each color once.`),
  uniqueValues('disciplines', t`Choose each discipline once.`),
  uniqueValues('tags', t`Add each tag once.`),
  rule(['components'], ({ components }) =>
    repeatedIndexes(components.map(({ id }) => id)).map((place) => ({
      path: ['components', place, 'id'],
      message: t`List each part once.`,
    })),
  ),
  rule(['history'], ({ history }) =>
    repeatedIndexes(history.map(({ id }) => id)).map((place) => ({
      path: ['history', place, 'id'],
      message: t`Add each entry once.`,
    })),
  ),
  rule(['photos'], ({ photos }) =>
    unless(new Set(photos.map(({ id }) => id)).size === photos.length, t`Add each photo once.`, 'photos'),
  ),
  rule(['history', 'photos'], ({ history, photos }) => {
    const shown = new Set(photos.map(({ id }) => id));
    return history.flatMap(({ photoIds }, place) =>
      unless(
        photoIds.every((id) => shown.has(id)),
        t`Choose from the photos of this bike.`,
        'history',
        place,
        'photoIds',
      ),
    );
  }),
];

/** Checks the rules between fields. A rule runs only when the fields that it reads are valid. */
export const fieldRules = <B extends Ruled>() =>
  v.rawCheck<B>(({ dataset, addIssue }) => {
    const wrong = new Set(dataset.issues?.map((issue) => issue.path?.[0].key));
    // The input is no bike at all.
    if (wrong.has(undefined)) return;
    const input = dataset.value as B;
    for (const { reads, broken } of rules) {
      if (reads.some((name) => wrong.has(name))) continue;
      for (const { path, message } of broken(input)) {
        const [first, ...rest] = path.map(
          (key) => ({ type: 'unknown', origin: 'value', input, key, value: null }) as const,
        );
        if (first) addIssue({ message, path: [first, ...rest] });
      }
    }
  });
