import { lazy } from 'react';
import { many, t } from '#contract/texts.ts';
import { Bell } from '#src/ui/icons.js';
import { LateButton } from '#src/ui/late-button.tsx';
import styles from './alerts-button.module.css';

const loadMenu = () => import('./alerts-menu.tsx');
const AlertsMenu = lazy(() => loadMenu().then((module) => ({ default: module.AlertsMenu })));
const maxShown = 99;

/** Button that opens the alerts. */
export function AlertsButton({ unseen }: { unseen: number }) {
  const buttonProps = {
    look: 'plain',
    icon: true,
    className: styles.button,
    'aria-label': unseen > 0 ? many(unseen)`Alerts, # new|Alerts, # new` : t`Alerts`,
    children: (
      <>
        <Bell className="icon" aria-hidden="true" />
        {unseen > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unseen > maxShown ? `${maxShown}+` : unseen}
          </span>
        )}
      </>
    ),
  } as const;
  return (
    <LateButton
      buttonProps={buttonProps}
      opens="dialog"
      load={loadMenu}
      panel={(trigger) => <AlertsMenu trigger={trigger} />}
    />
  );
}
