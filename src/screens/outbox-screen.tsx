import { useNavigate } from 'react-router';
import { addBikePage, homePage } from '#contract/pages.ts';
import { RowPicture } from '#src/features/bikes/row-picture.tsx';
import { sendAll } from '#src/features/outbox/outbox.actions.ts';
import { useOutbox, useSent } from '#src/features/outbox/outbox.queries.ts';
import { groupOutbox } from '#src/features/outbox/outbox-groups.ts';
import { OutboxList } from '#src/features/outbox/outbox-list.tsx';
import { OutboxNote } from '#src/features/outbox/outbox-note.tsx';
import { SentList } from '#src/features/outbox/sent-list.tsx';
import { isThing, type RowShown } from '#src/offline/rows.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { Section } from '#src/ui/section.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

const picture = ({ coverId, blobId }: RowShown) => <RowPicture coverId={coverId} blobId={blobId} />;

/** What is on this device and not yet on the site, and what arrived today. */
export function OutboxScreen() {
  const entries = useOutbox();
  const sent = useSent();
  const navigate = useNavigate();
  usePageTitle('Waiting to send');
  if (!entries || !sent) return <Loader />;
  const { needsYou, waiting } = groupOutbox(entries);
  const count = entries.filter(({ row }) => isThing(row)).length || needsYou.length;
  const list = { picture, onEditBike: (draftId: string) => void navigate(addBikePage(draftId)) };
  return (
    <>
      <PageHead title="Waiting to send" about={count > 0 ? `${count} on this device` : undefined} />
      {waiting.length > 0 && <OutboxNote />}
      {count === 0 && (
        <EmptyState title="Nothing waits." action={<Button to={homePage()}>Look around</Button>}>
          What you write without signal shows up here until it has arrived.
        </EmptyState>
      )}
      <div className={styles.sections}>
        {needsYou.length > 0 && (
          <Section title="Needs you">
            <OutboxList items={needsYou} {...list} />
          </Section>
        )}
        {waiting.length > 0 && (
          <Section
            title="Waiting"
            action={
              <Button look="quiet" small onClick={sendAll}>
                Try now
              </Button>
            }
          >
            <OutboxList items={waiting} {...list} />
          </Section>
        )}
        {sent.length > 0 && (
          <Section title="Sent today">
            <SentList lines={sent} picture={picture} />
          </Section>
        )}
      </div>
    </>
  );
}
