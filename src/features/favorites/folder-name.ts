import * as v from 'valibot';
import { type FavoriteFolder, FolderName, foldedFolderName } from '#contract/favorites.ts';

/**
 * Validates a folder name. Returns the problem or the normalized name.
 * @param others folders whose names are taken
 */
export function checkedName(
  typed: string,
  others: readonly Pick<FavoriteFolder, 'name'>[],
): { problem: string } | { name: string } {
  const result = v.safeParse(FolderName, typed);
  if (!result.success) return { problem: result.issues[0].message };
  const folded = foldedFolderName(result.output);
  const taken = others.some(({ name }) => foldedFolderName(name) === folded);
  return taken ? { problem: 'You have a folder with this name.' } : { name: result.output };
}
