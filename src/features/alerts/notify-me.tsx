import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { lookAtAlertsAgain } from './start-alerts.ts';

const permissionNow = () => ('Notification' in globalThis ? Notification.permission : 'denied');

/** Asks to be allowed to notify, where that can be asked. Nobody else does: the browser's question follows a press. */
export function NotifyMe() {
  const [permission, setPermission] = useState(permissionNow);
  if (permission === 'denied') return null;
  if (permission === 'granted')
    return <p className="quiet small">You are notified while Headbadge is open in the background.</p>;
  const ask = async () => {
    setPermission(await Notification.requestPermission());
    lookAtAlertsAgain();
  };
  return (
    <Button look="quiet" onClick={() => void ask()}>
      Notify me in the background
    </Button>
  );
}
