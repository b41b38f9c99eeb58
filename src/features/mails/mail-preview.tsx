import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { MailText } from '#contract/mails.ts';
import { t } from '#contract/texts.ts';
import { failureFrom } from '#src/lib/failure.ts';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { Segment } from '#src/ui/segment.tsx';
import { fetchPreview, type TextPlace, type WrittenMail } from './mails.actions.ts';
import styles from './mails.module.css';
import { showMail } from './show-mail.ts';

type View = 'light' | 'dark' | 'text';

const views = [
  { value: 'light', label: t`Light` },
  { value: 'dark', label: t`Dark` },
  { value: 'text', label: t`Plain text` },
] as const;

/** Milliseconds without a keystroke after which the text is previewed. */
const pauseMs = 400;

/** The HTML of a mail; its links lead nowhere, so they are not in reach. */
function MailPage({ html, theme }: { html: string; theme: 'light' | 'dark' }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    if (root) showMail(root, html, theme);
  }, [html, theme]);
  return <div ref={host} className={styles.page} inert />;
}

interface MailPreviewProps {
  userId: Id;
  place: TextPlace;
  text: MailText;
}

/** The mail as a member gets it, with a text that is not saved. It follows the typing. */
export function MailPreview({ userId, place: { kind, language }, text: { subject, text } }: MailPreviewProps) {
  const [view, setView] = useState<View>('light');
  const [mail, setMail] = useState<WrittenMail>();
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const write = async () => {
      try {
        const written = await fetchPreview(userId, { kind, language }, { subject, text });
        if (!isCurrent) return;
        setMail(written);
        setFault(null);
      } catch (cause) {
        const { message, validation } = failureFrom(cause);
        if (isCurrent) setFault(Object.values(validation).flat()[0] ?? message);
      }
    };
    const timer = setTimeout(() => void write(), pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [userId, kind, language, subject, text]);
  return (
    <section className={styles.preview} aria-label="Preview">
      <Segment label={t`Preview as`} options={views} value={view} onChoose={setView} />
      {fault && (
        <Note state="failed" role="status">
          {fault}
        </Note>
      )}
      {mail ? (
        <>
          <p lang={language} dir="auto" className={styles.subject}>
            {mail.subject}
          </p>
          {view === 'text' ? (
            <p lang={language} className={styles.plain}>
              {mail.text}
            </p>
          ) : (
            <MailPage html={mail.html} theme={view} />
          )}
        </>
      ) : (
        !fault && <Loader />
      )}
    </section>
  );
}
