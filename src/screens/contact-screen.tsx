import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ContactMessage, contactOperator } from '#contract/contact.ts';
import type { Id } from '#contract/ids.ts';
import { contactPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { MailboxLink } from '#src/features/accounts/mailbox-link.tsx';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { ChallengeDialog } from '#src/features/challenge/challenge-dialog.tsx';
import { writeToOperator } from '#src/features/contact/contact.actions.ts';
import { ContactForm } from '#src/features/contact/contact-form.tsx';
import { ContactSent } from '#src/features/contact/contact-sent.tsx';
import { useContactDraft } from '#src/features/contact/use-contact-draft.ts';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { useIsSessionKnown, useSession } from '#src/session/use-session.ts';

const said = (fields: FormData, name: string) => String(fields.get(name) ?? '');

/** @param author null for a visitor; undefined until the session is known */
function Letter({ author, done }: { author: Id | null | undefined; done: (email: string) => void }) {
  const draft = useContactDraft(author);
  const collect = (fields: FormData) => ({
    id: draft.id(),
    topic: said(fields, 'topic') as ContactMessage['topic'],
    name: said(fields, 'name'),
    email: said(fields, 'email'),
    subject: said(fields, 'subject'),
    message: said(fields, 'message'),
  });
  const { form, busy, validation, error } = useForm(
    contactOperator.action,
    ContactMessage,
    collect,
    async (message) => {
      await writeToOperator(message);
      draft.drop(message.id);
      done(message.email);
    },
  );
  const { ref } = form;
  const { note, restore } = draft;
  useEffect(() => {
    if (ref.current) restore(ref.current);
  }, [ref, restore]);
  const above = (
    <>
      <NeedsConnection>Writing to us needs a connection.</NeedsConnection>
      {error && <Refusal error={error} />}
    </>
  );
  return (
    <ContactForm form={form} onTyped={() => ref.current && note(ref.current)} validation={validation} above={above}>
      <SubmitButton label="Send" busy={busy} />
    </ContactForm>
  );
}

type Sent = { sent: string; author: Id | null };

/** Returns the e-mail address of the message that this author has just sent; null to show the form. */
function sentFrom(state: unknown, author: Id | null | undefined): string | null {
  const sentBefore = state as Partial<Sent> | null;
  return typeof sentBefore?.sent === 'string' && sentBefore.author === author ? sentBefore.sent : null;
}

/** Sends a message to the site's operator. */
export function ContactScreen() {
  const { user } = useSession();
  const isSessionKnown = useIsSessionKnown();
  const author = user?.id ?? (isSessionKnown ? null : undefined);
  const sent = sentFrom(useLocation().state, author);
  const navigate = useNavigate();
  const bike = useRotatingWinner();
  const title = sent ? t`Message sent` : t`Contact`;
  return (
    <AccountRoom title={title} bike={bike}>
      <PageMeta title={title} path={contactPage()} />
      <ChallengeDialog />
      {sent ? (
        <>
          <ContactSent email={sent} />
          <MailboxLink />
        </>
      ) : (
        <>
          <p>A person reads what you write, and answers by mail.</p>
          <Letter
            author={author}
            done={(email) => navigate(contactPage(), { state: { sent: email, author } satisfies Partial<Sent> })}
          />
        </>
      )}
    </AccountRoom>
  );
}
