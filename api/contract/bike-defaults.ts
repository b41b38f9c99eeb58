import type { BikeFieldName } from './bike-fields.ts';
import type { BikeNotice } from './bike-notice.ts';
import type { BikeValues } from './bike-values.ts';
import type { BikeCounts } from './bikes.ts';

type Needed = 'category' | 'drivetrain' | 'rearGear' | 'brandId' | 'model';

/** The empty value of each optional field. Separate from the schema, which is too large for the first page. */
export const emptyValues: Omit<BikeValues, Needed> = {
  brandOther: '',
  year: null,
  yearCirca: false,
  nickname: '',
  chainrings: '',
  cassette: '',
  beltDrive: false,
  electronicShifting: false,
  eBike: null,
  frameMaterial: null,
  frameMaterialNote: '',
  frameSize: null,
  suspension: null,
  travelFrontMm: null,
  travelRearMm: null,
  builder: '',
  wheelSize: null,
  tireWidthMm: null,
  tubeless: false,
  dynamo: false,
  brakeType: null,
  coasterBrake: false,
  handlebarType: null,
  dropperPost: false,
  colors: [],
  colorName: '',
  weightG: null,
  weightIncludes: '',
  components: [],
  story: '',
  disciplines: [],
  tags: [],
  videoUrl: '',
  history: [],
  buildState: null,
  ownership: 'Current',
  registryUrl: '',
  acquiredYear: null,
  shop: '',
  priceMinor: null,
  currency: null,
  pricePublic: false,
};

/** Returns the empty value of a field; undefined if the field is required. */
export const emptyValue = (name: BikeFieldName): unknown => (emptyValues as Partial<BikeValues>)[name];

/** Adds the defaults of fields that a row stored by an older build lacks. */
export const withEveryField = <B extends object>(bike: B): typeof emptyValues & B => ({ ...emptyValues, ...bike });

type Price = Pick<BikeValues, 'priceMinor' | 'currency' | 'pricePublic'>;

/** Removes the price unless the owner shows it to everybody. */
export const withoutSecrets = <B extends Partial<Price>>(bike: B): B =>
  bike.pricePublic ? bike : { ...bike, priceMinor: null, currency: null, pricePublic: false };

/** Counts of a bike without any activity. */
export const noCounts: BikeCounts = { likes: 0, comments: 0, views: 0, favorites: 0 };

/** Notice of a bike that is not moderated or deleted. */
export const noNotice: BikeNotice = { reason: '', fixable: false, restorableUntil: null };
