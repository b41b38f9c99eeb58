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

type View = 'light' | 'dark' | 'text';

const views = [
  { value: 'light', label: t`Light` },
  { value: 'dark', label: t`Dark` },
  { value: 'text', label: t`Plain text` },
] as const;

/** Milliseconds without a keystroke after which the text is previewed. */
const pauseMs = 400;

const sheetTag = /<style>([\s\S]*?)<\/style>/;
const nightQuery = '(prefers-color-scheme: dark)';

/**
 * Shows an HTML mail as a mail program does, in a theme that need not be the device's. The page's policy allows no inline
 * styles, so they are set by script.
 */
function showMail(root: ShadowRoot, html: string, theme: 'light' | 'dark'): void {
  const [, rules = ''] = sheetTag.exec(html) ?? [];
  const source = html.replace(sheetTag, '').replaceAll(' style="', ' data-style="');
  const { documentElement, body } = new DOMParser().parseFromString(source, 'text/html');
  const mail = document.createElement('div');
  mail.lang = documentElement.lang;
  mail.dir = documentElement.dir;
  mail.className = body.className;
  mail.dataset.style = body.dataset.style;
  mail.append(...body.childNodes);
  for (const element of [mail, ...mail.querySelectorAll<HTMLElement>('[data-style]')])
    element.style.cssText = element.dataset.style ?? '';
  mail.style.colorScheme = theme;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.replace(nightQuery, theme === 'dark' ? 'all' : 'not all'));
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(mail);
}

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
