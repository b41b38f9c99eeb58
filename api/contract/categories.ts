import { t } from '#contract/texts.ts';
import { categoryLabel } from './card-labels.ts';

export const categories = [
  'City',
  'Commuter',
  'Cross Country',
  'Cyclocross',
  'Downhill',
  'Enduro',
  'Fat Tire',
  'Freeride',
  'Gravel',
  'Handbike',
  'Hybrid',
  'Messenger',
  'Recumbent',
  'Road',
  'Triathlon',
  'Touring',
  'Track',
] as const;
export type Category = (typeof categories)[number];

/** `name`: in English, for the API. */
type CategoryLink = { name: string; label: string; query: Record<string, string> };
const linkOf = (category: Category): CategoryLink => ({
  name: category,
  label: categoryLabel(category),
  query: { category },
});

/** Category links of the footer and the menu, in the order and wording of the specification. */
export const categoryLinks: readonly CategoryLink[] = [
  linkOf('City'),
  linkOf('Commuter'),
  linkOf('Cross Country'),
  linkOf('Cyclocross'),
  linkOf('Downhill'),
  { name: 'E-Bikes', label: t`E-Bikes`, query: { drivetrain: 'E-Bike' } },
  linkOf('Enduro'),
  linkOf('Fat Tire'),
  linkOf('Freeride'),
  linkOf('Gravel'),
  linkOf('Handbike'),
  linkOf('Hybrid'),
  linkOf('Messenger'),
  linkOf('Recumbent'),
  linkOf('Road'),
  { name: 'Singlespeed', label: t`Singlespeed`, query: { rearGear: 'Single-Speed' } },
  linkOf('Triathlon'),
  linkOf('Touring'),
  linkOf('Track'),
];
