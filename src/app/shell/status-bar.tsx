import { loginPage, outboxPage } from '#contract/pages.ts';
import { classNames } from '#src/ui/class-names.ts';
import { counted } from '#src/ui/format.ts';
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
          text: "No signal, and this browser can't save anything. You can write when there is signal.",
        };
      }
      const full = line.storage === 'full';
      const mark = full ? 'failed' : 'waiting';
      if (line.waiting === 0) {
        if (full) return { mark, text: 'No signal, and this device is full. Nothing new can be saved here.' };
        const more = line.isMember
          ? "Bikes you've opened still open; what you write is sent later."
          : "Bikes you've opened still open.";
        return { mark, text: 'No signal.', more };
      }
      const lead = full ? 'No signal, and this device is full.' : 'No signal.';
      const text = `${lead} ${counted(line.waiting, 'item')} waiting to send.`;
      return { mark, text, ...(!line.here && { to: outboxPage(), follow: 'See them' }) };
    }
    case 'full': {
      const text = 'This device is full. You can read and write while you have signal, but nothing new is saved here.';
      return { mark: 'failed', text };
    }
    case 'hung':
      return { mark: 'failed', text: "This device's storage doesn't respond. What you write is only in this tab." };
    case 'maintenance':
      return {
        mark: 'waiting',
        text: line.isMember ? `${line.why} What you do is saved here and sent later.` : line.why,
      };
    case 'sending':
      return { mark: 'sending', text: `Sending ${counted(line.things, 'item')}.` };
    case 'all-sent':
      return { mark: 'saved', text: 'All sent.' };
    case 'not-sent': {
      const text = `${counted(line.things, 'item')} ${line.things === 1 ? "wasn't" : "weren't"} sent.`;
      return { mark: 'failed', text, ...(!line.here && { to: outboxPage(), follow: 'See why' }) };
    }
    case 'shut':
      return { mark: 'failed', text: line.why, ...(!line.here && { to: outboxPage(), follow: "See what's waiting" }) };
    case 'session-ended': {
      const text = 'You were signed out.';
      const follow = line.things > 0 ? `Log in to send ${counted(line.things, 'item')}.` : 'Log In';
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
