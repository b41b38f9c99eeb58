import { Bell } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { figure } from '#src/ui/format.ts';
import styles from './alerts-button.module.css';

const loadMenu = () => import('./alerts-menu.tsx');
const AlertsMenu = lazy(() => loadMenu().then((module) => ({ default: module.AlertsMenu })));
const fetchEarly = () => {
  // A menu that cannot be fetched yet is fetched when it is opened.
  loadMenu().catch(() => undefined);
};
const most = 99;

/** Opens what others did to the member's bikes. The menu's code comes with the first pointer or focus that comes near. */
export function AlertsButton({ unseen }: { unseen: number }) {
  const [used, setUsed] = useState(false);
  const face = {
    look: 'plain',
    icon: true,
    className: styles.button,
    'aria-label': unseen > 0 ? `Alerts, ${figure(unseen)} new` : 'Alerts',
    children: (
      <>
        <Bell className="icon" aria-hidden="true" />
        {unseen > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unseen > most ? `${most}+` : unseen}
          </span>
        )}
      </>
    ),
  } as const;
  const closed = (
    <Button
      {...face}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={fetchEarly}
      onFocus={fetchEarly}
      onClick={() => setUsed(true)}
    />
  );
  if (!used) return closed;
  return (
    <Suspense fallback={closed}>
      <AlertsMenu trigger={<Button {...face} />} />
    </Suspense>
  );
}
