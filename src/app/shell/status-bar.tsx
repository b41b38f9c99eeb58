import { loginPage, outboxPage } from '#contract/pages.ts';
import { many, t } from '#contract/texts.ts';
import { classNames } from '#src/ui/class-names.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { TrailMark, type TrailState } from '#src/ui/trail-mark.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import styles from './status-bar.module.css';

/**
 * A line about the connection or the outbox. `quietly`: for screen readers only. `here`: on the page with the details.
 * `returnTo`: the page after the log-in; null on the log-in page. `why`: the reason of a suspension or ban.
 */
export type StatusBarLine =
  | { is: 'no-signal'; waiting: number; storage: 'stored' | 'blocked' | 'full'; here: boolean; isMember: boolean }
  | { is: 'full' | 'hung' }
  | { is: 'maintenance'; why: string; isMember: boolean }
  | { is: 'sending'; things: number; quietly: boolean }
  | { is: 'all-sent'; quietly: boolean }
  | { is: 'not-sent'; things: number; here: boolean }
  | { is: 'session-ended'; things: number; returnTo: string | null }
  | { is: 'shut'; why: string; here: boolean };

/** `more`: left out where the page itself is not saved. */
type Said = { mark: TrailState; text: string; more?: string; to?: string; follow?: string };

function saidOf(line: StatusBarLine): Said {
  switch (line.is) {
    case 'no-signal': {
      if (line.storage === 'blocked') {
        return {
          mark: 'blocked',
          text: t`No signal, and this browser can't save anything. You can write when there is signal.`,
        };
      }
      const full = line.storage === 'full';
      const mark = full ? 'failed' : 'waiting';
      if (line.waiting === 0) {
        if (full) return { mark, text: t`No signal, and this device is full. Nothing new can be saved here.` };
        const more = line.isMember
          ? t`Bikes you've opened still open; what you write is sent later.`
          : t`Bikes you've opened still open.`;
        return { mark, text: t`No signal.`, more };
      }
      const text = full
        ? many(
            line.waiting,
          )`No signal, and this device is full. # item waiting to send.|No signal, and this device is full. # items waiting to send.`
        : many(line.waiting)`No signal. # item waiting to send.|No signal. # items waiting to send.`;
      return { mark, text, ...(!line.here && { to: outboxPage(), follow: t`See them` }) };
    }
    case 'full': {
      const text = t`This device is full. You can read and write while you have signal, but nothing new is saved here.`;
      return { mark: 'failed', text };
    }
    case 'hung':
      return { mark: 'failed', text: t`This device's storage doesn't respond. What you write is only in this tab.` };
    case 'maintenance':
      return {
        mark: 'waiting',
        text: line.isMember ? t`${line.why} What you do is saved here and sent later.` : line.why,
      };
    case 'sending':
      return { mark: 'sending', text: many(line.things)`Sending # item.|Sending # items.` };
    case 'all-sent':
      return { mark: 'saved', text: t`All sent.` };
    case 'not-sent': {
      const text = many(line.things)`# item wasn't sent.|# items weren't sent.`;
      return { mark: 'failed', text, ...(!line.here && { to: outboxPage(), follow: t`See why` }) };
    }
    case 'shut':
      return { mark: 'failed', text: line.why, ...(!line.here && { to: outboxPage(), follow: t`See what's waiting` }) };
    case 'session-ended': {
      const text = t`You were signed out.`;
      const follow = line.things > 0 ? many(line.things)`Log in to send # item.|Log in to send # items.` : t`Log In`;
      if (line.returnTo !== null) return { mark: 'waiting', text, to: loginPage(line.returnTo), follow };
      return { mark: 'waiting', text: line.things > 0 ? `${text} ${follow}` : text };
    }
  }
}

function Line({ line }: { line: StatusBarLine }) {
  const { mark, text, more, to, follow } = saidOf(line);
  if ('quietly' in line && line.quietly) return <VisuallyHidden>{text}</VisuallyHidden>;
  return (
    <div className={classNames(styles.bar, mark === 'failed' && styles.failed)}>
      <div className={`frame ${styles.line}`}>
        <TrailMark state={mark}>
          <span>
            <span>{text}</span>
            {more && <span className={styles.more}> {more}</span>}
          </span>
        </TrailMark>
        {to && <LinkButton to={to}>{follow}</LinkButton>}
      </div>
    </div>
  );
}

/** The lines under the header. The element is always there, so that screen readers announce changes. */
export function StatusBar({ lines }: { lines: readonly StatusBarLine[] }) {
  return (
    <div role="status">
      {lines.map((line) => (
        <Line
          key={
            line.is === 'not-sent' || line.is === 'full' || line.is === 'hung' || line.is === 'maintenance'
              ? line.is
              : 'signal'
          }
          line={line}
        />
      ))}
    </div>
  );
}
