import { useContext, useState } from 'react';
import type { Announcement as SiteAnnouncement } from '#contract/services.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';
import { RulesContext } from '#src/ui/use-property.ts';
import styles from './announcement.module.css';
import { useServices } from './services.queries.ts';

/** The localStorage key with the id of the announcement that was dismissed here; `theme.ts` reads it before the first paint. */
const place = 'dismissed';

function readDismissed(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

function storeDismissed(id: string): void {
  try {
    localStorage.setItem(place, id);
  } catch {
    // Without storage it shows again on the next screen.
  }
}

interface BarProps {
  one: Omit<SiteAnnouncement, 'id'>;
  onDismiss?: () => void;
}

/** One line with an announcement. */
export function AnnouncementBar({ one: { text, link }, onDismiss }: BarProps) {
  return (
    <aside className={styles.bar} aria-label={onDismiss ? 'Announcement' : 'Preview'}>
      <div className={`frame ${styles.line}`}>
        <p>
          {text} {link && <a href={link}>Read more</a>}
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
  const [one] = useState(useServices()?.announcement);
  const [isGone, setGone] = useState(false);
  const before = useBrowserValue(readDismissed, null);
  const rules = useContext(RulesContext);
  if (one) rules?.set(place, `[data-dismissed="${one.id}"] .${styles.bar}{display:none}`);
  if (!one || isGone || before === one.id) return null;
  const dismiss = () => {
    storeDismissed(one.id);
    setGone(true);
  };
  return <AnnouncementBar one={one} onDismiss={dismiss} />;
}
