import type { Photo } from '#contract/photos.ts';
import { photoWidths } from '#contract/photos.ts';
import { useSavesData } from '#src/ui/viewer.ts';
import { useLocalPhoto } from '../use-local-photo.ts';

/**
 * Whether a photo is shown small, to save data, and can be had large.
 * @param waiting the bike waits on this device, and the photo perhaps with it
 * @param asked the photos that were asked for large, by id
 */
export function useCanBeLarge(photo: Photo | undefined, waiting: boolean, asked: ReadonlySet<string>): boolean {
  const small = useSavesData();
  const local = useLocalPhoto(waiting && photo ? photo.id : null);
  return small && photo !== undefined && local === undefined && photo.width > photoWidths[0] && !asked.has(photo.id);
}
