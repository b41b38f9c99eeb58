import { titleOf } from '#contract/bike-names.ts';
import { editBikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { discardDraft } from '../discard-draft.ts';
import type { ShownCard } from '../shown-bike.ts';
import styles from './own-bikes.module.css';

/** Changes of a bike that its owner has begun but not published, on the bike's own card. */
export function UnpublishedChanges({ bike }: { bike: ShownCard }) {
  const title = titleOf(bike);
  const discard = async () => offerUndo(t`Changes discarded.`, await discardDraft(bike.id));
  return (
    <div className={styles.changes}>
      <TrailMark state="saved">Unpublished changes</TrailMark>
      <LinkButton to={editBikePage(bike.id)} aria-label={t`Continue the changes of the ${title}`}>
        Continue
      </LinkButton>
      <LinkButton onClick={() => void discard()} aria-label={t`Discard the changes of the ${title}`}>
        Discard
      </LinkButton>
    </div>
  );
}
