/** Rules of the photo guide, in order. Each has a right and a wrong picture. */
export const guideRules = [
  'drive-side',
  'cranks',
  'big-ring',
  'valves',
  'distance',
  'background',
  'clean',
  'level',
] as const;
export type GuideRule = (typeof guideRules)[number];
export const guideSides = ['right', 'wrong'] as const;
export type GuideSide = (typeof guideSides)[number];

/** Size of each picture in pixels. */
export const guidePictureSize = { width: 720, height: 480 } as const;

/** Increase it when the pictures change: caches keep them forever under the same address. */
const edition = 1;

/** Path of a picture of the guide; its bytes never change. */
export const guidePicture = (rule: GuideRule, side: GuideSide): string =>
  `/images/pages/guide-${edition}/${rule}-${side}.webp`;
