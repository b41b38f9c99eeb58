import type { Category, drivetrains, rearGears } from '#contract/bike-options.ts';
import { gearFits } from '#contract/bike-rules.ts';

type Usual = { drivetrain: readonly (typeof drivetrains)[number][]; rearGear: readonly (typeof rearGears)[number][] };

/** Usual drivetrains and gears by category. */
const usual: Record<Category, Usual> = {
  City: {
    drivetrain: ['1x', 'Belt Drive', 'E-Bike', '2x'],
    rearGear: [
      'Internal 3-Speed',
      'Internal 7-Speed',
      'Internal 8-Speed',
      '7-Speed',
      '8-Speed',
      '9-Speed',
      'Single-Speed',
    ],
  },
  Commuter: {
    drivetrain: ['1x', '2x', 'E-Bike', 'Belt Drive'],
    rearGear: ['8-Speed', '9-Speed', '10-Speed', 'Internal 8-Speed', 'Internal 11-Speed', 'Single-Speed'],
  },
  'Cross Country': {
    drivetrain: ['1x', '2x', '3x'],
    rearGear: ['12-Speed', '11-Speed', '10-Speed', '9-Speed', '8-Speed', 'Single-Speed'],
  },
  Cyclocross: {
    drivetrain: ['1x', '2x'],
    rearGear: ['11-Speed', '12-Speed', '10-Speed', 'Single-Speed'],
  },
  Downhill: {
    drivetrain: ['1x'],
    rearGear: ['7-Speed', '9-Speed', '10-Speed'],
  },
  Enduro: {
    drivetrain: ['1x', 'E-Bike'],
    rearGear: ['12-Speed', '11-Speed', '10-Speed'],
  },
  'Fat Tire': {
    drivetrain: ['1x', '2x', 'E-Bike'],
    rearGear: ['10-Speed', '11-Speed', '12-Speed'],
  },
  Freeride: {
    drivetrain: ['1x'],
    rearGear: ['12-Speed', '10-Speed', '9-Speed', 'Single-Speed'],
  },
  Gravel: {
    drivetrain: ['1x', '2x', 'E-Bike'],
    rearGear: ['11-Speed', '12-Speed', '10-Speed', '9-Speed'],
  },
  Handbike: {
    drivetrain: ['2x', '3x', 'E-Bike'],
    rearGear: ['9-Speed', '10-Speed', '11-Speed', 'Internal 7-Speed'],
  },
  Hybrid: {
    drivetrain: ['2x', '3x', '1x'],
    rearGear: ['7-Speed', '8-Speed', '9-Speed', '10-Speed'],
  },
  Messenger: {
    drivetrain: ['Fixed Gear', '1x'],
    rearGear: ['Single-Speed'],
  },
  Recumbent: {
    drivetrain: ['3x', '2x', '1x', 'E-Bike'],
    rearGear: ['8-Speed', '9-Speed', '10-Speed', '11-Speed'],
  },
  Road: {
    drivetrain: ['2x', '3x', '1x'],
    rearGear: ['12-Speed', '11-Speed', '10-Speed', '9-Speed', '8-Speed', '7-Speed', '6-Speed', '5-Speed'],
  },
  Triathlon: {
    drivetrain: ['2x', '1x'],
    rearGear: ['11-Speed', '12-Speed', '10-Speed'],
  },
  Touring: {
    drivetrain: ['3x', '2x', '1x', 'Belt Drive', 'Gearbox'],
    rearGear: [
      '9-Speed',
      '10-Speed',
      '11-Speed',
      '8-Speed',
      'Internal 14-Speed',
      'Gearbox 12-Speed',
      'Gearbox 18-Speed',
    ],
  },
  Track: {
    drivetrain: ['Fixed Gear'],
    rearGear: ['Single-Speed'],
  },
};

type Chosen = { category: string; drivetrain: string; rearGear: string };
/** Recommended options under a heading with the reason, then all others. */
export type Narrowed = readonly (string | { label: string; options: readonly string[] })[];

function split(options: readonly string[], fits: (option: string) => boolean, because: string): Narrowed {
  const first = options.filter(fits);
  if (first.length === 0 || first.length === options.length) return options;
  return [
    { label: because, options: first },
    { label: 'Others', options: options.filter((option) => !fits(option)) },
  ];
}

/** Options of a gear field given what else is chosen: impossible ones are left out, usual ones come first. */
export function narrowed(name: string, options: readonly string[], chosen: Chosen): Narrowed {
  const { category, drivetrain, rearGear } = chosen;
  if (name !== 'drivetrain' && name !== 'rearGear') return options;
  const usualOnes: readonly string[] = usual[category as Category]?.[name] ?? [];
  const isPossible = (one: string) => name === 'drivetrain' || gearFits(drivetrain, one) || one === rearGear;
  return split(options.filter(isPossible), (one) => usualOnes.includes(one), `Usual for ${category}`);
}
