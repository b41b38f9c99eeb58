// In this order: a module finds what those above it have set up.
import './dom-exception.ts';
import './globals.ts';
import './pictures.ts';
import { disconnect } from './indexed-db.ts';
import './begin.ts';
import '../page.ts';

export { adopt } from './adopt.ts';

/** Ends the page as a browser does when its tab is closed. */
export function leave(): void {
  dispatchEvent(new Event('pagehide'));
  disconnect();
}
