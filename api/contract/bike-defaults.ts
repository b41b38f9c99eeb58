import type { BikeFacts } from './bike-facts.ts';

type Needed = 'category' | 'drivetrain' | 'rearGear' | 'brandId' | 'model';

/** What stands for each field that may be missing. The schema says the same; a first page has no room for that. */
export const absentFacts: Omit<BikeFacts, Needed> = {
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

/** A bike with every field: what was kept before a field was thought of has what stands for it. */
export const withEveryField = <B extends object>(bike: B): typeof absentFacts & B => ({ ...absentFacts, ...bike });

type Price = Pick<BikeFacts, 'priceMinor' | 'currency' | 'pricePublic'>;

/** A bike as others see it: what it cost is its owner's secret until they show it. */
export const withoutSecrets = <B extends Partial<Price>>(bike: B): B =>
  bike.pricePublic ? bike : { ...bike, priceMinor: null, currency: null, pricePublic: false };
