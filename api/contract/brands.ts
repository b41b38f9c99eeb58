import * as v from 'valibot';
import { categories } from './bike-options.ts';
import { endpoint } from './endpoint.ts';
import { fold } from './fold.ts';

/** A maker with its models. `aliases`: other names that people use. */
export const Brand = v.object({
  id: v.string(),
  name: v.string(),
  aliases: v.array(v.string()),
  models: v.array(v.string()),
  /** The category of each of the models. */
  categories: v.array(v.picklist(categories)),
});
export type Brand = v.InferOutput<typeof Brand>;

/** Lists the makers with their models, for the form's suggestions. */
export const listBrands = endpoint('GET', '/brands', { reply: v.array(Brand) });

/** Key for comparing names of makers and models: letters and digits only. `C'dale` becomes `cdale`. */
export const nameKey = (name: string): string =>
  fold(name)
    .replaceAll(/\band\b|&/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Keys for each way of typing a name: some type `Müller` as Muller, others as Mueller. */
export const nameKeys = (name: string): string[] => {
  const spelled = name.normalize('NFC').replaceAll(/[Ää]/g, 'ae').replaceAll(/[Öö]/g, 'oe').replaceAll(/[Üü]/g, 'ue');
  return [...new Set([nameKey(name), nameKey(spelled)])];
};
