import { fold } from './fold.ts';

/** A name as addresses have it: `long-haul-trucker`. Any other writing of the same name leads to the same page. */
const addressName = (name: string): string =>
  encodeURIComponent(
    fold(name)
      .replace(/['’ʼ`´]/g, '')
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? name,
  );

/** The page of a maker of bikes or parts. */
export const brandPage = (brand: string) => `/brand/${addressName(brand)}` as const;
export const modelPage = (brand: string, model: string) =>
  `/model/${addressName(brand)}/${addressName(model)}` as const;
export const partPage = (brand: string, part: string) => `/part/${addressName(brand)}/${addressName(part)}` as const;

/** The page of a key, such as `surly straggler`. A part's key without a space is that of a maker of parts. */
export function keyPage({ kind, key }: { kind: 'brand' | 'model' | 'part'; key: string }): string {
  const names = key.split(' ');
  return `/${[names.length === 1 ? 'brand' : kind, ...names].map(encodeURIComponent).join('/')}`;
}
