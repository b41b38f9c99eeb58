import type { Crop } from '#contract/profile-pictures.ts';
import { PhotoRefusal, shrinkPhoto } from '#src/photos/shrink-photo.ts';
import { mostOf, type Shape } from './crop.ts';

/** A picked photo, upright and shrunk, with its object URL. */
export type ChosenPhoto = { blob: Blob; source: string; shape: Shape };

/** Decodes a picked file. @throws PhotoRefusal with a message if it is too small for a crop */
export async function choosePhoto(file: File, ratio: number, least: number): Promise<ChosenPhoto> {
  const { blob, width, height } = await shrinkPhoto(file);
  const shape = { photo: { width, height }, ratio, least };
  if (mostOf(shape) < least)
    throw new PhotoRefusal(`${file.name} is too small. It needs at least ${least} pixels across.`);
  return { blob, source: URL.createObjectURL(blob), shape };
}

const previewQuality = 0.8;

/** Data URL of the crop, at most `most` pixels wide; shown until the server has the picture. */
export async function previewOf(blob: Blob, { x, y, width, height }: Crop, most: number): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(width, most);
  canvas.height = Math.round((canvas.width * height) / width);
  const bitmap = await createImageBitmap(blob);
  canvas.getContext('2d')?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', previewQuality);
}
