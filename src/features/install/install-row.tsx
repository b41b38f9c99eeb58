import { installPage } from '#contract/pages.ts';
import { isInstalled } from '#src/lib/installed.ts';
import { NavRow } from '#src/ui/nav-row.tsx';
import { useBrowserFact } from '#src/ui/use-browser-fact.ts';

/** Leads to the page about installing; nothing in the installed app. */
export function InstallRow() {
  const isHere = useBrowserFact(isInstalled, false);
  return isHere ? null : <NavRow to={installPage()}>Install Headbadge</NavRow>;
}
