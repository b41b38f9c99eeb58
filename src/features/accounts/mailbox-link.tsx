import { useEffect, useState } from 'react';
import { mailboxPage } from '#contract/pages.ts';

const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Leads to the mails on a development machine, where they are a page of the site. */
export function MailboxLink() {
  const [there, setThere] = useState(false);
  useEffect(() => {
    if (!thisMachine.includes(location.hostname)) return;
    fetch(mailboxPage(), { method: 'HEAD' }).then(
      ({ ok }) => setThere(ok),
      () => undefined,
    );
  }, []);
  return there && <a href={mailboxPage()}>Open this machine's mailbox</a>;
}
