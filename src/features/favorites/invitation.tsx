import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { shownName } from '#contract/folder-name.ts';
import type { Person } from '#contract/people.ts';
import { many, t } from '#contract/texts.ts';
import { userPage } from '#contract/user-page.ts';
import { complain } from '#src/forms/complain.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { Note } from '#src/ui/note.tsx';
import { passFocusOn } from '#src/ui/pass-focus-on.ts';
import { showToast } from '#src/ui/toast-store.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { useValue } from '#src/ui/use-value.ts';
import styles from './favorites.module.css';
import { accept, declineOffer, leave, takeOver } from './keepers.actions.ts';
import type { NamedList } from './list-likes.mutations.ts';

interface InvitationProps {
  list: NamedList;
  owner: Person;
  /** The owner offers the list itself. */
  isOffer: boolean;
  /** The list's name or a link to it. */
  children: ReactNode;
  /** The list has another owner, or the member answered online. */
  onAnswer?: () => void;
}

/** Asks the member to keep a list, or to take it over. */
export function Invitation({ list: { shareId, name }, owner, isOffer, children, onAnswer }: InvitationProps) {
  const { user } = useSession();
  const isOffline = useValue(signalAtom) === 'none';
  const [busy, setBusy] = useState(false);
  if (!user) return null;
  const list = { shareId, name };
  const decline = async () => {
    if (isOffer) {
      await declineOffer(user.id, shareId);
      onAnswer?.();
      return;
    }
    const undo = await leave(list, user.id);
    if (undo) offerUndo(t`Invitation to ${shownName(name)} declined.`, undo);
  };
  const take = async () => {
    if (!isOffer) return accept(list, user.id);
    const leftOut = await takeOver(user.id, shareId);
    showToast({
      text: leftOut
        ? many(
            leftOut,
          )`${shownName(name)} is yours now. # bike was left out: a list has no bikes of its owner.|${shownName(name)} is yours now. # bikes were left out: a list has no bikes of its owner.`
        : t`${shownName(name)} is yours now.`,
    });
    onAnswer?.();
  };
  const run = (work: () => Promise<void>) => async () => {
    setBusy(true);
    await work().catch(complain);
    setBusy(false);
  };
  const off = (isOffer && isOffline) || undefined;
  return (
    <div ref={passFocusOn} className={styles.invitation}>
      <Note
        state="notice"
        action={
          <div className="row">
            <Button small busy={busy} aria-disabled={off} onClick={() => !off && void run(take)()}>
              {isOffer ? t`Take over` : t.as('invitation')`Accept`}
            </Button>
            <Button small look="plain" aria-disabled={off} onClick={() => !off && void run(decline)()}>
              Decline
            </Button>
          </div>
        }
      >
        {isOffer ? (
          <span>
            <Link to={userPage(owner.id, owner.username)}>{owner.username}</Link> wants to hand this list over to you:{' '}
            <bdi>{children}</bdi>. Your own bikes in it are left out.
          </span>
        ) : (
          <span>
            <Link to={userPage(owner.id, owner.username)}>{owner.username}</Link> asks you to keep this list together:{' '}
            <bdi>{children}</bdi>. You can add and remove bikes, and write notes.
          </span>
        )}
      </Note>
    </div>
  );
}
