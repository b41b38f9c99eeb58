import type { AuthUser } from '#contract/auth.ts';
import type { WireError } from '#contract/envelope.ts';
import { t } from '#contract/texts.ts';
import { Refusal } from '#src/forms/refusal.tsx';
import { unqueuedOf } from '#src/outbox/background-work.ts';
import type { Subject } from '#src/outbox/mutation.ts';
import { mutationsOf } from '#src/outbox/outbox.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { signOut } from '#src/session/session.ts';
import { Button } from '#src/ui/button.tsx';
import { copyText } from '#src/ui/copy-text.ts';
import type { Elements } from '#src/ui/elements.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { GrowingList } from '#src/ui/growing-list.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { PictureRow } from '#src/ui/picture-row.tsx';
import { Section } from '#src/ui/section.tsx';
import styles from './outbox.module.css';
import { unsentTexts } from './unsent-texts.ts';

interface ShutOutboxProps {
  member: AuthUser;
  /** Why the account is closed. */
  why: WireError;
  picture: (picture: Subject['picture']) => Elements;
}

const CopyButton = ({ title, text }: { title: string; text: string }) => (
  <Button look="quiet" small aria-label={t`Copy: ${title}`} onClick={() => copyText(text)}>
    Copy
  </Button>
);

/** Lets a member with a closed account read and copy what is queued on this device. */
export function SuspendedOutbox({ member, why, picture }: ShutOutboxProps) {
  const written = useLive(
    'unsent texts',
    async () => unsentTexts(await mutationsOf(member.id), await unqueuedOf(member.id)),
    [member.id],
  );
  if (!written) return <Loader />;
  return (
    <>
      <PageHead title="Waiting to send" about={t`${member.username}, on this device`} />
      <Refusal error={why} />
      {written.length === 0 && <EmptyState title="Everything sent." />}
      {written.length > 0 && (
        <Section
          title="On this device"
          action={
            <Button look="quiet" small onClick={() => void signOut('keep')}>
              Sign Out
            </Button>
          }
        >
          <p>
            These are sent when you can log in again. You can read and copy them here. Sign out to hide them from others
            on this device.
          </p>
          <GrowingList items={written}>
            {({ id, title, text, picture: shown }) => (
              <PictureRow key={id} picture={picture(shown)} actions={text && <CopyButton title={title} text={text} />}>
                <h3>{title}</h3>
                {text && <p className={styles.written}>{text}</p>}
              </PictureRow>
            )}
          </GrowingList>
        </Section>
      )}
    </>
  );
}
