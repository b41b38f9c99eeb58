import * as v from 'valibot';
import { type FavoriteFolder, FolderName, foldedFolderName } from '#contract/favorites.ts';

/**
 * What is wrong with the name of a folder, else the name as it is kept.
 * @param others the folders beside it
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
