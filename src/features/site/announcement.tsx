import { useState } from 'react';
import type { Announcement as SiteAnnouncement } from '#contract/site-services.ts';
import { t } from '#contract/texts.ts';
import { writeLocal } from '#src/lib/local-storage.ts';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';
import styles from './announcement.module.css';
import { useServices } from './site.queries.ts';

const root = () => document.documentElement.dataset;
/** The announcement that was dismissed on this device: `theme.ts` has read it before the first paint. */
const readDismissed = (): string | undefined => root().dismissed;

/** Id of an announcement's element, which a server-rendered page hides where it was dismissed. */
export const elementOf = (id: string): string => `a-${id}`;

interface BarProps {
  one: Omit<SiteAnnouncement, 'id'> & { id?: string };
  onDismiss?: () => void;
}

/** One line with an announcement. */
export function AnnouncementBar({ one: { id, text, link }, onDismiss }: BarProps) {
  return (
    <aside id={id && elementOf(id)} className={styles.bar} aria-label={onDismiss ? t`Announcement` : t`Preview`}>
      <div className={`frame ${styles.line}`}>
        <p>
          <bdi lang={languageOfText(text)}>{text}</bdi> {link && <a href={link}>Read more</a>}
        </p>
        <LinkButton onClick={onDismiss}>Dismiss</LinkButton>
      </div>
    </aside>
  );
}

/**
 * The operator's announcement, until it is dismissed on this device. It stays as it was when the screen was opened, so
 * that a later answer moves nothing.
 */
export function Announcement() {
  const services = useServices();
  const [first, setFirst] = useState(services);
  if (!first && services) setFirst(services);
  const one = first?.announcement;
  const [isGone, setGone] = useState(false);
  const before = useBrowserValue(readDismissed, undefined);
  if (!one || isGone || before === one.id) return null;
  const dismiss = () => {
    root().dismissed = one.id;
    setGone(true);
    // Without storage it shows again on the next visit.
    writeLocal('dismissed', one.id);
  };
  return <AnnouncementBar one={one} onDismiss={dismiss} />;
}
