import { nameKey } from './brands.ts';

/** A key that all bikes of one model share, however the name was typed. */
export const modelKeyOf = ({ brand = '', model = '' }: { brand?: string; model?: string }): string =>
  `${nameKey(brand)} ${nameKey(model) || model}`;
