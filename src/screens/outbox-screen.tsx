import { homePage } from '#contract/pages.ts';
import { RowPicture } from '#src/features/bikes/list/row-picture.tsx';
import '#src/registry.mutations.ts';
import { many, t } from '#contract/texts.ts';
import { FixFolderName, isNameRefused } from '#src/features/favorites/fix-folder-name.tsx';
import { sendAll } from '#src/features/outbox/outbox.actions.ts';
import { OutboxList } from '#src/features/outbox/outbox-list.tsx';
import { OutboxNote } from '#src/features/outbox/outbox-note.tsx';
import { SafariNote } from '#src/features/outbox/safari-note.tsx';
import { SentList } from '#src/features/outbox/sent-list.tsx';
import { SuspendedOutbox } from '#src/features/outbox/suspended-outbox.tsx';
import { useSteadyOutbox } from '#src/features/outbox/use-steady-outbox.ts';
import type { QueuedMutation, Subject } from '#src/outbox/mutation.ts';
import { useSession, useShut } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { Section } from '#src/ui/section.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

const picture = (subject: Subject) => <RowPicture picture={subject.picture} />;
const fix = (row: QueuedMutation) => isNameRefused(row) && <FixFolderName row={row} />;

/** Shows what waits to be sent from this device, and what was sent today. */
export function OutboxScreen() {
  usePageTitle(t`Waiting to send`);
  const shut = useShut();
  return shut ? <SuspendedOutbox {...shut} picture={(picture) => <RowPicture picture={picture} />} /> : <OwnOutbox />;
}

function OwnOutbox() {
  const { user } = useSession();
  const outbox = useSteadyOutbox();
  if (!outbox) return <Loader />;
  const { needsYou, waiting, sent, count, refused, hasRest, remaining } = outbox;
  const idle = waiting.every(({ sentAt }) => sentAt !== null);
  const about =
    count > 0
      ? many(count)`# on this device|# on this device`
      : needsYou.length + waiting.length > 0 && t`Everything sent.`;
  return (
    <>
      <PageHead title="Waiting to send" about={about} />
      {waiting.length > 0 && <OutboxNote remaining={remaining} refused={refused} hasRest={hasRest} />}
      {user && <SafariNote userId={user.id} things={count} />}
      {needsYou.length + waiting.length === 0 && (
        <EmptyState title="Everything sent." action={<Button to={homePage()}>Browse bikes</Button>}>
          Posts you write offline wait here until they’re sent.
        </EmptyState>
      )}
      <div className={styles.sections}>
        {needsYou.length > 0 && (
          <Section title="Needs your attention">
            <OutboxList items={needsYou} picture={picture} fix={fix} />
          </Section>
        )}
        {waiting.length > 0 && (
          <Section
            title={idle ? t`Sent today` : t`Waiting`}
            action={
              <Button
                className={styles.fading}
                look="quiet"
                small
                aria-disabled={remaining !== 'moving' && remaining !== 'some'}
                onClick={() => void sendAll()}
              >
                Try now
              </Button>
            }
          >
            <OutboxList items={waiting} picture={picture} fix={fix} />
          </Section>
        )}
        {sent.length > 0 && (
          <Section title={waiting.length > 0 && idle ? t`Earlier today` : t`Sent today`}>
            <SentList lines={sent} picture={picture} />
          </Section>
        )}
      </div>
    </>
  );
}
