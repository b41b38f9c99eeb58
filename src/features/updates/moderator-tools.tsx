import { useState } from 'react';
import type { Bike } from '#contract/bike-whole.ts';
import type { BikeUpdate } from '#contract/history.ts';
import { t } from '#contract/texts.ts';
import { useSession } from '#src/session/use-session.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import styles from './updates.module.css';

/** Lets a moderator remove somebody else's update. */
export function ModeratorTools({ bike, update }: { bike: Bike; update: BikeUpdate }) {
  const { user } = useSession();
  const [asks, setAsks] = useState(false);
  if (!user) return null;
  return (
    <div className={styles.tools}>
      <LinkButton
        aria-haspopup="dialog"
        aria-label={t`Remove this update: ${update.title}`}
        onClick={() => setAsks(true)}
      >
        Remove this update
      </LinkButton>
      {asks && <RemoveDialog bike={bike} update={update} userId={user.id} onClose={() => setAsks(false)} />}
    </div>
  );
}
