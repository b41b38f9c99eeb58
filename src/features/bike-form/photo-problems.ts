import * as v from 'valibot';
import { PhotoNote } from '#contract/photos.ts';

/** Error messages of a photo's note, by field. */
export function photoProblems(note: PhotoNote): Partial<Record<keyof PhotoNote, string[]>> {
  const result = v.safeParse(PhotoNote, note);
  return result.success ? {} : (v.flatten<typeof PhotoNote>(result.issues).nested ?? {});
}

export const hasPhotoProblem = (note: PhotoNote): boolean => Object.keys(photoProblems(note)).length > 0;
