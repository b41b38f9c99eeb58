import { useEffect, useState } from 'react';
import { mailboxPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';

const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Leads to the mails on a development machine, where they are a page of the site. */
export function MailboxLink() {
  const [there, setThere] = useState(false);
  useEffect(() => {
    if (!thisMachine.includes(location.hostname)) return;
    // A font that came after it would move it.
    document.fonts.ready
      .then(() => fetch(mailboxPage(), { method: 'HEAD' }))
      .then(
        ({ ok }) => setThere(ok),
        () => undefined,
      );
  }, []);
  return (
    there && (
      <Button look="plain" to={mailboxPage()} reloadDocument>
        Open the mailbox
      </Button>
    )
  );
}
