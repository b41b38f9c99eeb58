import { type ReactElement, useEffect, useState } from 'react';
import { Popover } from '#src/ui/popover.tsx';
import { AlertsList } from './alerts-list.tsx';
import { seeAlertsHere } from './start-alerts.ts';
import { useAlertsShown } from './use-alerts-shown.ts';

/** Menu of alerts, open at first. Opening it marks them as seen. */
export function AlertsMenu({ trigger }: { trigger: ReactElement }) {
  const [open, setOpen] = useState(true);
  const shown = useAlertsShown(open);
  const known = shown.alerts !== null;
  useEffect(() => {
    if (open && known) void seeAlertsHere();
  }, [open, known]);
  return (
    <Popover trigger={trigger} heading="Alerts" open={open} onOpenChange={setOpen}>
      <AlertsList {...shown} onFollow={() => setOpen(false)} />
    </Popover>
  );
}
