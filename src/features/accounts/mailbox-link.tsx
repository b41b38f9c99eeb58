import { useEffect, useState } from 'react';
import { mailboxPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';

const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Link to the mailbox page that the site has on a development machine. */
export function MailboxLink() {
  const [there, setThere] = useState(false);
  useEffect(() => {
    if (!thisMachine.includes(location.hostname)) return;
    // A web font that loads later would shift the link.
    document.fonts.ready
      .then(() => fetch(mailboxPage(), { method: 'HEAD' }))
      .then(
        // Closed to a browser that does not have its code yet: the page tells how to open it.
        ({ ok, status }) => setThere(ok || status === 403),
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
