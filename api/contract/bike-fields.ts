import {
  brakeTypes,
  categories,
  colors,
  drivetrains,
  frameMaterials,
  handlebarTypes,
  rearGears,
  suspensions,
  wheelSizes,
} from './bike-options.ts';

/** The parts of the form: what the bike is called, what can be counted and compared, and its owner's words. */
export type FormPart = 'bike' | 'numbers' | 'story';

type Told = { label: string; part: FormPart; needed?: true };
/** One of a list. A facet is one that bikes are searched by. */
type ChoiceField = Told & { as: 'choice'; options: readonly string[]; facet?: true };
/**
 * A number between two bounds, as it is kept. `whole`: without a fraction. Where it is typed in another `unit` than it is
 * kept in, that one is `per` of what is kept, and the words stay in `typedAs`.
 */
export type NumberField = Told & {
  as: 'number';
  least: number;
  most: number | 'next year';
  whole: boolean;
  unit?: string;
  per?: number;
  typedAs?: string;
};
/** A text of one line, or of many, in code points. A suggested line has names to choose from. */
type TextField = Told & { as: 'line' | 'suggested' | 'text'; most: number };
/** Some of a list, the first the main one. */
type ManyField = Told & { as: 'many'; options: readonly string[]; most: number };
type BikeField = ChoiceField | NumberField | TextField | ManyField;

/**
 * What an owner says of a bike, in the order of the spec sheet and of the form: what a field is called, what it takes and
 * how it is typed. Schema, form, spec sheet and search all read it here.
 */
export const bikeFields = {
  brandId: { as: 'suggested', label: 'Brand', part: 'bike', most: 80, needed: true },
  brandOther: { as: 'suggested', label: 'Brand', part: 'bike', most: 60 },
  model: { as: 'suggested', label: 'Model', part: 'bike', most: 80, needed: true },
  category: { as: 'choice', label: 'Category', part: 'bike', options: categories, needed: true, facet: true },
  year: { as: 'number', label: 'Year', part: 'bike', least: 1860, most: 'next year', whole: true },
  nickname: { as: 'line', label: 'Nickname', part: 'bike', most: 60 },
  drivetrain: { as: 'choice', label: 'Drivetrain', part: 'numbers', options: drivetrains, needed: true, facet: true },
  rearGear: { as: 'choice', label: 'Rear gear', part: 'numbers', options: rearGears, needed: true, facet: true },
  frameMaterial: { as: 'choice', label: 'Frame material', part: 'numbers', options: frameMaterials },
  wheelSize: { as: 'choice', label: 'Wheel size', part: 'numbers', options: wheelSizes },
  tireWidthMm: { as: 'number', label: 'Tire width', part: 'numbers', least: 15, most: 135, whole: false, unit: 'mm' },
  suspension: { as: 'choice', label: 'Suspension', part: 'numbers', options: suspensions },
  brakeType: { as: 'choice', label: 'Brake', part: 'numbers', options: brakeTypes },
  handlebarType: { as: 'choice', label: 'Handlebar', part: 'numbers', options: handlebarTypes },
  weightG: {
    ...{ as: 'number', label: 'Weight', part: 'numbers', least: 2_000, most: 100_000, whole: true },
    ...{ unit: 'kg', per: 1_000, typedAs: 'weightKg' },
  },
  colors: { as: 'many', label: 'Colors', part: 'numbers', options: colors, most: 3 },
  story: { as: 'text', label: 'Story', part: 'story', most: 10_000 },
} as const satisfies Record<string, BikeField>;
type Table = typeof bikeFields;
export type BikeFieldName = keyof Table;

/** The names of the fields that search can narrow by. */
export type FacetName = { [N in BikeFieldName]: Table[N] extends { facet: true } ? N : never }[BikeFieldName];
/** The names of the fields that are typed or chosen in one way. */
export type FieldNameOf<As extends BikeField['as']> = {
  [N in BikeFieldName]: Table[N] extends { as: As } ? N : never;
}[BikeFieldName];

/** What the table says of a field, whichever it is. */
export const bikeField = (name: BikeFieldName): BikeField => bikeFields[name];
export const bikeFieldNames = Object.keys(bikeFields) as BikeFieldName[];

const lower = ({ label }: { label: string }) => label.toLowerCase();
// Without Intl, whose start costs a phone more than the rest of this file.
const figure = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** The year after this one: makers show bikes before they sell them. */
const nextYear = (): number => new Date().getFullYear() + 1;
export const mostOf = ({ most }: Pick<NumberField, 'most'>): number => (most === 'next year' ? nextYear() : most);

/** The sentences that refuse a field. */
export const chooseWords = (field: { label: string }): string => `Choose a ${lower(field)}.`;
export const tooLongWords = (field: { label: string; most: number }): string =>
  `Keep the ${lower(field)} under ${figure(field.most)} characters.`;
export const boundsWords = (field: NumberField): string => {
  const { least, unit, per = 1 } = field;
  const words = `Enter a ${lower(field)} between ${least / per} and ${mostOf(field) / per}`;
  return unit ? `${words} ${unit}.` : `${words}.`;
};
