import { useEffect, useEffectEvent } from 'react';
import type { WholeDraft } from '../drafts/drafts.ts';
import { releaseEntries, sharedFiles } from '../drafts/shared-photos.ts';
import type { usePickedPhotos } from './use-picked-photos.ts';

/** Adds the photos that another app has shared to their draft, and shows which were refused. */
export function useSharedPhotos(draft: WholeDraft | null, picked: ReturnType<typeof usePickedPhotos>): void {
  const id = draft?.shared ? draft.id : null;
  const take = useEffectEvent(async (draftId: string, isLeft: () => boolean) => {
    const { files, problems } = await sharedFiles(draftId);
    if (isLeft()) return;
    picked.add(files);
    for (const { file, problem = '' } of problems) picked.refuse(file, problem);
    await releaseEntries(
      draftId,
      problems.map((one) => one.id),
    );
  });
  useEffect(() => {
    let left = false;
    if (id) void take(id, () => left);
    return () => {
      left = true;
    };
  }, [id]);
}
