import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { contactPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';

/** Confirmation that a message was sent. Takes the focus, because the submit button is gone. */
export function ContactSent({ email }: { email: string }) {
  const textRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => textRef.current?.focus(), []);
  return (
    <>
      <p ref={textRef} role="status" tabIndex={-1}>
        {t`Sent. A person will read it and reply to ${email}. You get a receipt there, too.`}
      </p>
      <p className="small">
        Something to add? <Link to={contactPage()}>Write again</Link>.
      </p>
    </>
  );
}
