import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { contactPage } from '#contract/pages.ts';

/** Confirmation that a message was sent. Takes the focus, because the submit button is gone. */
export function ContactSent({ email }: { email: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <>
      <p ref={words} role="status" tabIndex={-1}>
        A person reads it and answers to {email}. A receipt is on its way there.
      </p>
      <p className="small">
        Something to add? <Link to={contactPage()}>Write again</Link>.
      </p>
    </>
  );
}
