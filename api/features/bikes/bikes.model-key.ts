import { nameKey } from '#contract/brands.ts';

/** What bikes of one model have in common, however its name was typed. */
export const modelKeyOf = ({ brand = '', model = '' }: { brand?: string; model?: string }): string =>
  `${nameKey(brand)} ${nameKey(model) || model}`;
