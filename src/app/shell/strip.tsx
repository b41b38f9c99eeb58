import { loginPage, outboxPage } from '#contract/pages.ts';
import { counted } from '#src/ui/format.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { TrailMark, type TrailState } from '#src/ui/trail-mark.tsx';
import styles from './strip.module.css';

/** What there is to say of the connection and the outbox; undefined when nothing. */
export type StripState =
  | { is: 'no-signal'; waiting: number; keepsNothing: boolean }
  | { is: 'sending'; waiting: number }
  | { is: 'all-sent' }
  | { is: 'session-ended'; waiting: number; returnTo: string }
  | undefined;

function lineOf(state: NonNullable<StripState>): { mark: TrailState; words: string; to?: string; follow?: string } {
  switch (state.is) {
    case 'no-signal': {
      if (state.keepsNothing) {
        return { mark: 'blocked', words: 'No signal, and this browser keeps nothing for us. Writing has to wait.' };
      }
      if (state.waiting === 0) return { mark: 'waiting', words: 'No signal. Keep going, it is all kept here.' };
      const waits = state.waiting === 1 ? 'waits' : 'wait';
      const words = `No signal. ${state.waiting} ${waits} on this device.`;
      return { mark: 'waiting', words, to: outboxPage(), follow: 'See what waits' };
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
