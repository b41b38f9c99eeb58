import { bikeFields } from '#contract/bike-fields.ts';
import { rearGears } from '#contract/bike-options.ts';
import { drivetrainLabel, rearGearLabel } from '#contract/option-labels.ts';
import { t } from '#contract/texts.ts';

/** A choice of the form that stands for a drivetrain together with a rear gear. */
export interface GearChoice {
  label: string;
  drivetrain: string;
  /** Empty if it is chosen from `opens`. */
  rearGear: string;
  /** Rear gears to choose from after this choice. */
  opens?: readonly string[];
}

const pairs = (rings: 1 | 2 | 3, ...sprockets: number[]): GearChoice[] =>
  sprockets.map((count) => ({
    label: `${rings} × ${count}`,
    drivetrain: `${rings}x`,
    rearGear: `${count}-Speed`,
  }));
const hubs = rearGears.filter((gear) => gear.startsWith('Internal'));
const withBelt = rearGears.filter((gear) => /^(Single|Internal|Gearbox|Other)/.test(gear));

/** The choice that asks for drivetrain and rear gear one by one. */
export const otherGears: GearChoice = {
  label: drivetrainLabel('Other'),
  drivetrain: '',
  rearGear: '',
  opens: rearGears,
};

/** All choices under their headings. */
export const gearGroups: readonly { title: string; choices: readonly GearChoice[] }[] = [
  { title: t`One ring`, choices: pairs(1, 8, 9, 10, 11, 12, 13) },
  { title: t`Two or three rings`, choices: [...pairs(2, 8, 9, 10, 11, 12), ...pairs(3, 7, 8, 9, 10)] },
  {
    title: t`Everything else`,
    choices: [
      { label: t`Singlespeed`, drivetrain: '1x', rearGear: 'Single-Speed' },
      { label: t`Fixed gear`, drivetrain: 'Fixed Gear', rearGear: 'Single-Speed' },
      { label: t`Internal hub`, drivetrain: '1x', rearGear: '', opens: hubs },
      { label: bikeFields.beltDrive.label, drivetrain: 'Belt Drive', rearGear: '', opens: withBelt },
      { label: t`E-bike`, drivetrain: 'E-Bike', rearGear: '', opens: rearGears },
      otherGears,
    ],
  },
];
const choices = gearGroups.flatMap((group) => group.choices);

/** Drivetrains that are one choice, whatever the rear gear. */
const whole = ['Belt Drive', 'E-Bike'];

function isMeant(choice: GearChoice, drivetrain: string, rearGear: string): boolean {
  if (choice.drivetrain !== drivetrain) return false;
  if (!choice.opens) return choice.rearGear === rearGear;
  return whole.includes(drivetrain) || rearGear === '' || choice.opens.includes(rearGear);
}

/** Returns the choice that stands for a drivetrain and a rear gear; undefined if neither is known. */
export function gearChoiceOf(drivetrain: string, rearGear: string): GearChoice | undefined {
  if (!drivetrain && !rearGear) return undefined;
  return choices.find((choice) => isMeant(choice, drivetrain, rearGear)) ?? otherGears;
}

/** Names the gears in a few words: `1 × 11`, `Belt Drive · Internal 8-Speed`. */
export function gearText(drivetrain: string, rearGear: string): string {
  const choice = gearChoiceOf(drivetrain, rearGear);
  if (!choice) return '';
  if (!choice.opens) return choice.label;
  const [drive, gear] = [drivetrain && drivetrainLabel(drivetrain), rearGear && rearGearLabel(rearGear)];
  if (choice.drivetrain === '1x') return gear;
  return [drivetrain !== 'Other' && drive, rearGear !== 'Other' && gear].filter(Boolean).join(' · ');
}
