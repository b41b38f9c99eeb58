import { useState } from 'react';
import { isInstalled } from '#src/lib/installed.ts';
import { Button } from '#src/ui/button.tsx';
import { useBrowserValue } from '#src/ui/use-browser-value.ts';
import { askToInstall, installPrompt, watchInstallPrompt } from './install-prompt.ts';

/** Says what installing is good for, with a button where the browser can ask. */
export function InstallHere() {
  const prompt = useBrowserValue(installPrompt, null, watchInstallPrompt);
  const isHere = useBrowserValue(isInstalled, false);
  const [isDone, setDone] = useState(false);
  if (isHere) return <span>This is the installed app.</span>;
  if (isDone) return <span>Installed. You find Headbadge among your apps.</span>;
  return (
    <>
      <span>Opens in one tap, full screen, even offline.</span>
      {prompt && (
        <>
          {' '}
          <Button onClick={() => void askToInstall().then(setDone)}>Install</Button>
        </>
      )}
    </>
  );
}
