import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { pollAlertsAgain } from './start-alerts.ts';

const permissionNow = () => ('Notification' in globalThis ? Notification.permission : 'denied');

/** Button that asks for the permission to notify. Nothing else asks: the browser's prompt needs a user gesture. */
export function NotifyMe() {
  const [permission, setPermission] = useState(permissionNow);
  if (permission === 'denied') return null;
  if (permission === 'granted')
    return <p className="quiet small">Notifications are on while Headbadge is open in the background.</p>;
  const ask = async () => {
    setPermission(await Notification.requestPermission());
    pollAlertsAgain();
  };
  return (
    <Button look="quiet" onClick={() => void ask()}>
      Turn on notifications
    </Button>
  );
}
