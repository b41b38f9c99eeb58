import { labelsOf } from './texts.ts';

/** Names of the stored values that home shows; those of other values are in `option-labels.ts`, away from home. */
export const categoryLabel = labelsOf('category');
export const drivetrainLabel = labelsOf('drivetrain');
export const rearGearLabel = labelsOf('rearGear');
export const frameMaterialLabel = labelsOf('frameMaterial');
export const photoKindLabel = labelsOf('photoKind');
