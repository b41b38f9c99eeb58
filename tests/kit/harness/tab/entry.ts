// The order matters: each module uses what those above it have set up.
import './dom-exception.ts';
import './globals.ts';
import './pictures.ts';
import { disconnect } from './indexed-db.ts';
import './begin.ts';
import '../page.ts';

export { adopt } from './adopt.ts';

/** Ends the page like a closed tab. */
export function leave(): void {
  dispatchEvent(new Event('pagehide'));
  disconnect();
}
