import { useState } from 'react';
import { Link } from 'react-router';
import type { MemberAccount } from '#contract/account-help.ts';
import type { FlagCase } from '#contract/flag-queue.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { userPage } from '#contract/user-page.ts';
import { complain } from '#src/forms/complain.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { dayOf, figure } from '#src/ui/format.ts';
import { Section } from '#src/ui/section.tsx';
import { SpecList, type SpecRow } from '#src/ui/spec-list.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { standingLabels } from './case-card.tsx';
import { doneText } from './case-text.ts';
import { DecisionDialog, type Sanction } from './decision-dialog.tsx';
import { EraseMember } from './erase-member.tsx';
import { downloadData, revealEmail, sendPasswordLink, signOutEverywhere } from './member.actions.ts';
import styles from './member-account.module.css';
import { MemberEmailForm } from './member-email-form.tsx';
import { type Decision, decide } from './moderation.actions.ts';
import { useIsOffline } from './use-is-offline.ts';

interface MemberAccountProps {
  userId: Id;
  member: MemberAccount;
  refresh: () => Promise<void>;
  /** Called after the account was erased at once. */
  onGone: () => void;
}

/** A member as the decisions about flagged members see them. */
const caseOf = ({ id, username }: MemberAccount): FlagCase => ({
  targetType: 'User',
  targetId: id,
  bike: null,
  owner: { id, username, avatar: '' },
  standing: null,
  status: 'Active',
  text: '',
  open: false,
  hidden: false,
  at: '',
  flags: [],
  acts: [],
});

const statusOf = ({ status, operator }: MemberAccount): string => {
  const name = { Unconfirmed: t`The e-mail was never confirmed`, Applied: t`Waits to be let in`, ...standingLabels }[
    status
  ];
  return operator ? t`${name}, operator` : name;
};

/** The masked address, and the whole one after a press. */
function Email({ userId, member }: Pick<MemberAccountProps, 'userId' | 'member'>) {
  const [whole, setWhole] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isOffline = useIsOffline();
  const show = async () => {
    setBusy(true);
    await revealEmail(userId, member.id).then(setWhole, complain);
    setBusy(false);
  };
  return (
    <span className={styles.email} role="status">
      <span>{whole ?? member.email}</span>
      {whole === undefined && (
        <Button look="quiet" small busy={busy} disabled={isOffline} onClick={() => void show()}>
          Show
        </Button>
      )}
    </span>
  );
}

function Details(props: Pick<MemberAccountProps, 'userId' | 'member'>) {
  const { member } = props;
  const { id, username, status, postingSuspended, joinedAt, sessions, reason, until } = member;
  const preferences = useDisplayPreferences();
  const day = until && dayOf(new Date(until), new Date(), preferences);
  const rows: SpecRow[] = [
    { name: t`Username`, value: <Link to={userPage(id, username)}>{username}</Link> },
    { name: t`Status`, value: statusOf(member) },
    ...(day ? [{ name: status === 'Deleted' ? t`Erased on` : t`Until`, value: day }] : []),
    ...(reason ? [{ name: t`Reason`, value: reason }] : []),
    ...(postingSuspended ? [{ name: t`Posting`, value: t`Suspended until the flags are reviewed` }] : []),
    { name: t`E-mail`, value: <Email key={member.email} {...props} /> },
    { name: t`Joined`, value: <Ago time={joinedAt} /> },
    { name: t`Signed-in devices`, value: figure(sessions) },
  ];
  return <SpecList rows={rows} />;
}

/** What an operator sees of one account, and can do for it. */
export function MemberAccountView({ userId, member, refresh, onGone }: MemberAccountProps) {
  const { id, username, status, operator } = member;
  const isOffline = useIsOffline();
  const [asking, setAsking] = useState<Sanction | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (name: string, work: () => Promise<unknown>, done: string) => {
    setBusy(name);
    try {
      await work();
      showToast({ text: done });
      await refresh();
    } catch (cause) {
      complain(cause);
    } finally {
      setBusy(null);
    }
  };
  const judge = (decision: Decision) =>
    run('judge', () => decide(userId, caseOf(member), decision), doneText(caseOf(member), decision));
  const button = (name: string, label: string, onClick: () => void) => (
    <Button look="quiet" small busy={busy === name} disabled={isOffline} onClick={onClick}>
      {label}
    </Button>
  );
  const isConfirmed = status !== 'Unconfirmed';
  const isOpen = status === 'Active' || status === 'Suspended';
  return (
    <>
      <Section title="Account">
        <Details userId={userId} member={member} />
        {isConfirmed && !operator && (
          <div className={styles.buttons}>
            {status === 'Active' && button('judge', t`Suspend`, () => setAsking('Suspended'))}
            {isOpen && button('judge', t`Ban`, () => setAsking('Banned'))}
            {status !== 'Active' && button('judge', t`Restore`, () => void judge({ standing: 'Active', reason: '' }))}
          </div>
        )}
      </Section>
      {isConfirmed && (
        <Section title="Help" about="For a member who cannot log in. Each use is in the log.">
          <div className={styles.buttons}>
            {button(
              'link',
              t`Mail a password link`,
              () =>
                void run(
                  'link',
                  () => sendPasswordLink(userId, id),
                  t`${username} gets a mail. The link works for an hour.`,
                ),
            )}
            {button(
              'out',
              t`Sign out all devices`,
              () => void run('out', () => signOutEverywhere(userId, id), t`${username} is signed out everywhere.`),
            )}
            {button(
              'data',
              t`Download the data`,
              () => void run('data', () => downloadData(userId, id), t`The download has started. Keep the file safe.`),
            )}
          </div>
          <MemberEmailForm userId={userId} member={member} onChanged={refresh} />
        </Section>
      )}
      {!operator && (
        <Section title="Erase">
          <EraseMember
            userId={userId}
            member={member}
            onErased={(when) => {
              if (when === 'now') return onGone();
              showToast({ text: t`The account of ${username} is deleted.` });
              void refresh();
            }}
          />
        </Section>
      )}
      {asking && (
        <DecisionDialog
          one={caseOf(member)}
          sanction={asking}
          onClose={() => setAsking(null)}
          onDecide={(decision) => {
            setAsking(null);
            void judge(decision);
          }}
        />
      )}
    </>
  );
}
