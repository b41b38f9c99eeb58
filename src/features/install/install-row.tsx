import { installPage } from '#contract/pages.ts';
import { isInstalled } from '#src/lib/installed.ts';
import { NavRow } from '#src/ui/nav-row.tsx';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';

/** Leads to the page about installing; nothing in the installed app. */
export function InstallRow() {
  const isHere = useBrowserValue(isInstalled, false);
  return isHere ? null : <NavRow to={installPage()}>Install Headbadge</NavRow>;
}
