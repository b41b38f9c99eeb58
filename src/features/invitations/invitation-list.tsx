import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { Invitation } from '#contract/invitations.ts';
import { signupPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { useOrigin } from '#src/queries/initial-data.ts';
import { Button } from '#src/ui/button.tsx';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { plainDay } from '#src/ui/format.ts';
import { copyLink } from '#src/ui/share-link.ts';
import styles from './invitation-list.module.css';
import { revoke } from './invitations.actions.ts';

interface InvitationListProps {
  userId: Id;
  invitations: readonly Invitation[];
  /** Whether the names of who made them are shown. */
  named?: boolean;
  /** Called with an invitation that was revoked. */
  onChanged: (changed: Invitation) => void;
}

const ends: Record<Exclude<Invitation['state'], 'open'>, string> = {
  used: t`Used up`,
  ended: t`Ended`,
  revoked: t`Revoked`,
};

/** Invitations with their links, newest first. */
export function InvitationList({ userId, invitations, named, onChanged }: InvitationListProps) {
  const origin = useOrigin();
  const preferences = useDisplayPreferences();
  const [busy, setBusy] = useState<Id | null>(null);
  const revokeOne = async (id: Id) => {
    setBusy(id);
    await revoke(userId, id).then(onChanged, complain);
    setBusy(null);
  };
  if (invitations.length === 0) return <p className="quiet">No invitations yet.</p>;
  return (
    <ul>
      {invitations.map(({ id, by, token, uses, used, endsAt, state }) => {
        const url = origin + signupPage(token);
        const isOpen = state === 'open';
        const end = isOpen ? t`Until ${plainDay(new Date(endsAt), preferences)}` : ends[state];
        const facts = [t`${used} of ${uses} used`, end, named && (by?.username ?? t`Somebody who has left`)];
        return (
          <li key={id} className={styles.row}>
            <p className={styles.facts}>
              <span>{facts.filter(Boolean).join(' · ')}</span>
            </p>
            {isOpen && (
              <>
                <code className={styles.link}>{url}</code>
                <div className="row">
                  <Button
                    small
                    look="quiet"
                    aria-label={t`Copy the link ${token.slice(0, 4)}`}
                    onClick={() => void copyLink(url, t`Mark the link and copy it.`)}
                  >
                    Copy the link
                  </Button>
                  <Button
                    small
                    look="quiet"
                    busy={busy === id}
                    aria-label={t`Revoke ${token.slice(0, 4)}`}
                    onClick={() => void revokeOne(id)}
                  >
                    Revoke
                  </Button>
                </div>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
