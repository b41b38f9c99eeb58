import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Id } from '#contract/ids.ts';
import { addBikePage } from '#contract/pages.ts';
import { many, t } from '#contract/texts.ts';
import {
  acceptShare,
  discardExpired,
  discardShare,
  type OfferedShare,
  offeredShare,
} from '#src/features/drafts/shared-photos.ts';
import { complain } from '#src/forms/complain.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { Button } from '#src/ui/button.tsx';
import { listOf } from '#src/ui/lists.ts';
import { Note } from '#src/ui/note.tsx';
import styles from './bike-form.module.css';

/** The photos from another app that wait for the member's yes; undefined while they are looked up. */
export function useOfferedShare(userId: Id): OfferedShare | null | undefined {
  useEffect(() => void discardExpired().catch(() => undefined), []);
  return useLive('offered share', () => offeredShare(userId), [userId]);
}

const maxNames = 3;

/** Browsers drop the focus when the pressed button disappears. */
function focusPhotos(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('[name="photos"]')?.focus();
}

interface SharedOfferProps {
  userId: Id;
  share: OfferedShare;
}

/** Asks whether photos from another app become a bike. A page of another site may have sent them. */
export function SharedOffer({ userId, share: { id, count, files, problems } }: SharedOfferProps) {
  const navigate = useNavigate();
  useEffect(() => focusPhotos, []);
  const add = () => acceptShare(userId, id).then(() => navigate(addBikePage(id), { replace: true }), complain);
  const discard = () => discardShare(id).then(() => navigate(addBikePage(), { replace: true }), complain);
  const more = files.length - maxNames;
  const names = listOf([...files.slice(0, maxNames), ...(more > 0 ? [many(more)`# more|# more`] : [])]);
  const actions = (
    <div className="row">
      {count > 0 && (
        <Button small onClick={() => void add()}>
          {many(count)`Add # photo|Add # photos`}
        </Button>
      )}
      <Button small look="quiet" onClick={() => void discard()}>
        Discard
      </Button>
    </div>
  );
  return (
    <div className={styles.shared}>
      <Note state="notice" action={actions}>
        {count > 0 && (
          <>
            <p>
              <strong>
                {many(count)`Add # photo from another app to a new bike?|Add # photos from another app to a new bike?`}
              </strong>
            </p>
            <p className="quiet small">{t`${names}. If you didn’t share this, discard it.`}</p>
          </>
        )}
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </Note>
    </div>
  );
}
