import { labelsOf } from './texts.ts';

/** Names of the values of a bike's fields, which are stored in English. `card-labels.ts` has those that home shows. */
export { drivetrainLabel, frameMaterialLabel, rearGearLabel } from './card-labels.ts';
export const frameSizeLabel = labelsOf('frameSize');
export const wheelSizeLabel = labelsOf('wheelSize');
export const suspensionLabel = labelsOf('suspension');
export const brakeTypeLabel = labelsOf('brakeType');
export const handlebarTypeLabel = labelsOf('handlebarType');
export const colorLabel = labelsOf('color');
export const buildStateLabel = labelsOf('buildState');
export const ownershipLabel = labelsOf('ownership');
export const eBikeClassLabel = labelsOf('eBikeClass');
export const motorPositionLabel = labelsOf('motorPosition');
export const disciplineLabel = labelsOf('discipline');
export const bikeStatusLabel = labelsOf('bikeStatus');
export const componentGroupLabel = labelsOf('componentGroup');
export const componentSlotLabel = labelsOf('componentSlot');
export const componentPositionLabel = labelsOf('componentPosition');
