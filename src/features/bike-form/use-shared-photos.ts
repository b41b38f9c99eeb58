import { useEffect, useEffectEvent } from 'react';
import { t } from '#contract/texts.ts';
import type { WholeDraft } from '#src/features/drafts/drafts.ts';
import { releaseEntries, sharedFiles, shareProblemText, takeShared } from '#src/features/drafts/shared-photos.ts';
import type { usePickedPhotos } from './use-picked-photos.ts';

/** Adds the photos that another app has shared to their draft, and shows which were refused. */
export function useSharedPhotos(draft: WholeDraft | null, picked: ReturnType<typeof usePickedPhotos>): void {
  const id = draft?.shared ? draft.id : null;
  const take = useEffectEvent(async (draftId: string, isLeft: () => boolean) => {
    const { files, unfinished, problems } = await sharedFiles(draftId);
    if (isLeft()) return;
    const added = picked.add(files);
    for (const one of problems) picked.refuse(new File([], one.file), shareProblemText(one));
    for (const file of unfinished)
      picked.refuse(file, t`${file.name} wasn’t added: the page closed while it was read.`, true);
    await releaseEntries(
      draftId,
      problems.map((one) => one.id),
    );
    await added;
  });
  useEffect(() => {
    let left = false;
    if (id) void takeShared(id, () => take(id, () => left));
    return () => {
      left = true;
    };
  }, [id]);
}
