import { photoWidths } from '#contract/photo-paths.ts';
import type { Photo } from '#contract/photos.ts';
import { useSavesData } from '#src/ui/display-preferences.ts';
import { useLocalPhoto } from '../use-local-photo.ts';

/**
 * Returns whether a photo is shown small to save data and can be requested in full size.
 * @param waiting whether the bike is queued, and perhaps the photo too
 * @param asked ids of the photos requested in full size
 */
export function useCanBeLarge(photo: Photo | undefined, waiting: boolean, asked: ReadonlySet<string>): boolean {
  const small = useSavesData();
  const local = useLocalPhoto(waiting && photo ? photo.id : null);
  return small && photo !== undefined && local === undefined && photo.width > photoWidths[0] && !asked.has(photo.id);
}
