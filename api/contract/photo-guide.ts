/** The rules of the photo guide, in its order. Each has a picture that keeps to it and one that does not. */
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

/** Pixels of each picture. */
export const guidePictureSize = { width: 720, height: 480 } as const;

/** Raise it when the pictures are drawn anew: whoever has kept them looks for those of another edition. */
const edition = 1;

/** Where a picture of the guide is, below the origin, for ever the same bytes. */
export const guidePicture = (rule: GuideRule, side: GuideSide): string =>
  `/images/pages/guide-${edition}/${rule}-${side}.webp`;
