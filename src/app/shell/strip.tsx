import { loginPage, outboxPage } from '#contract/pages.ts';
import { counted } from '#src/ui/format.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { TrailMark, type TrailState } from '#src/ui/trail-mark.tsx';
import styles from './strip.module.css';

/** What there is to say of the connection and the outbox; undefined when nothing. */
export type StripState =
  | { is: 'no-signal'; waiting: number; storage: 'kept' | 'blocked' | 'full' }
  | { is: 'full' }
  | { is: 'sending'; waiting: number }
  | { is: 'all-sent' }
  | { is: 'session-ended'; waiting: number; returnTo: string }
  | undefined;

function lineOf(state: NonNullable<StripState>): { mark: TrailState; words: string; to?: string; follow?: string } {
  switch (state.is) {
    case 'no-signal': {
      if (state.storage === 'blocked') {
        return { mark: 'blocked', words: 'No signal, and this browser keeps nothing for us. Writing has to wait.' };
      }
      const full = state.storage === 'full';
      const mark = full ? 'failed' : 'waiting';
      if (state.waiting === 0) {
        const words = full
          ? 'No signal, and this device is full: nothing new is kept here.'
          : 'No signal. Keep going, it is all kept here.';
        return { mark, words };
      }
      const waits = state.waiting === 1 ? 'waits' : 'wait';
      const lead = full ? 'No signal, and this device is full.' : 'No signal.';
      const words = `${lead} ${state.waiting} ${waits} on this device.`;
      return { mark, words, to: outboxPage(), follow: 'See what waits' };
    }
    case 'full': {
      const words = 'This device is full. You can read and write with signal; nothing new is kept here.';
      return { mark: 'failed', words };
    }
    case 'sending':
      return { mark: 'sending', words: `Sending ${counted(state.waiting, 'thing')}.` };
    case 'all-sent':
      return { mark: 'saved', words: 'All sent.' };
    case 'session-ended':
      return {
        mark: 'waiting',
        words: 'You were signed out.',
        to: loginPage(state.returnTo),
        follow: `Log in to send ${state.waiting}.`,
      };
  }
}

/** One line under the header, only when there is something to say; it is always there for a screen reader. */
export function Strip({ state }: { state: StripState }) {
  const line = state && lineOf(state);
  return (
    <div role="status" className={line && styles.strip}>
      {line && (
        <div className={`frame ${styles.line}`}>
          <TrailMark state={line.mark}>{line.words}</TrailMark>
          {line.to && <LinkButton to={line.to}>{line.follow}</LinkButton>}
        </div>
      )}
    </div>
  );
}
