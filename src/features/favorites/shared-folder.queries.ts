import { getSharedFolder, type SharedFolder } from '#contract/favorites.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { extendShared, forgetShared, saveShared, sharedAs, sharedContent } from './shared-folder.cache.ts';

export const sharedFolder = defineQuery({
  name: 'shared folder',
  endpoint: getSharedFolder,
  request: (shareId: string) => ({ params: { shareId } }),
  read: async (viewer, shareId) => {
    const cached = await sharedAs(shareId);
    if (!cached) return withSavedAt<SharedFolder>(null);
    const content = await viewer?.view.get(sharedContent, shareId);
    return withSavedAt({ ...cached.folder, ...content }, cached);
  },
  initial: (folder) => folder,
  save: (folder, shareId) => saveShared(shareId, folder),
  extend: (page, shareId) => extendShared(shareId, page),
  forget: forgetShared,
});

/** A folder shared by its link; opening it caches it for offline use. */
export function useSharedFolder(shareId: string): Read<SharedFolder> & { loadMore: () => Promise<void> } {
  const { more, ...read } = useQuery(sharedFolder, shareId);
  const next = read.data?.next;
  return { ...read, loadMore: async () => (next ? more({ cursor: next }) : undefined) };
}
