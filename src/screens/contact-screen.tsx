import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ContactMessage } from '#contract/contact.ts';
import { contactPage } from '#contract/pages.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { MailboxLink } from '#src/features/accounts/mailbox-link.tsx';
import { useTopBike } from '#src/features/bikes/list/use-top-bike.ts';
import { ChallengeDialog } from '#src/features/challenge/challenge-dialog.tsx';
import { writeToOperator } from '#src/features/contact/contact.actions.ts';
import { ContactForm } from '#src/features/contact/contact-form.tsx';
import { ContactSent } from '#src/features/contact/contact-sent.tsx';
import { useContactDraft } from '#src/features/contact/use-contact-draft.ts';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { PageFacts } from '#src/reading/page-facts.tsx';

const said = (fields: FormData, name: string) => String(fields.get(name) ?? '');

function Letter({ done }: { done: (email: string) => void }) {
  const draft = useContactDraft();
  const collect = (fields: FormData) => ({
    id: draft.id(),
    topic: said(fields, 'topic') as ContactMessage['topic'],
    name: said(fields, 'name'),
    email: said(fields, 'email'),
    subject: said(fields, 'subject'),
    message: said(fields, 'message'),
  });
  const { form, busy, validation, error } = useForm('ContactEmail', ContactMessage, collect, async (message) => {
    await writeToOperator(message);
    draft.drop(message.id);
    done(message.email);
  });
  const { ref } = form;
  const { note, restore } = draft;
  useEffect(() => {
    if (ref.current) restore(ref.current);
  }, [ref, restore]);
  const above = (
    <>
      <NeedsConnection what="Writing to us" />
      {error && <Refusal error={error} />}
    </>
  );
  return (
    <ContactForm form={form} onTyped={() => ref.current && note(ref.current)} validation={validation} above={above}>
      <SubmitButton words="Send" busy={busy} />
    </ContactForm>
  );
}

/** From where a message was just sent, as this page told itself; null where the form is to be shown. */
function sentFrom(state: unknown): string | null {
  const sent = (state as { sent?: unknown } | null)?.sent;
  return typeof sent === 'string' ? sent : null;
}

/** Write to whoever runs the site. */
export function ContactScreen() {
  const sent = sentFrom(useLocation().state);
  const navigate = useNavigate();
  const bike = useTopBike();
  const title = sent ? 'Message sent' : 'Contact';
  return (
    <AccountRoom title={title} bike={bike}>
      <PageFacts title={title} path={contactPage()} />
      <ChallengeDialog />
      {sent ? (
        <>
          <ContactSent email={sent} />
          <MailboxLink />
        </>
      ) : (
        <>
          <p>A person reads what you write, and answers by mail.</p>
          <Letter done={(email) => navigate(contactPage(), { state: { sent: email } })} />
        </>
      )}
    </AccountRoom>
  );
}
