import { EmptyState } from '#src/ui/empty-state.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { AlertItem } from './alert-item.tsx';
import styles from './alerts-menu.module.css';
import { NotifyMe } from './notify-me.tsx';
import type { AlertsShown } from './use-alerts-shown.ts';

/** List of alerts with their state. */
export function AlertsList({
  alerts,
  result,
  items,
  isFresh,
  loadEarlier,
  onFollow,
}: AlertsShown & { onFollow: () => void }) {
  const { error } = result;
  if (!alerts && !error) return <Loader />;
  const isOffline = error?.code === 'network';
  return (
    <>
      {error && (
        <div className={styles.rest}>
          {!isOffline && <p role="alert">{error.message}</p>}
          {alerts && <SavedCopy savedAt={alerts.savedAt} />}
          {!alerts && isOffline && (
            <EmptyState isUnsaved title="Not saved on this device." level={3}>
              Your alerts will load when you have signal.
            </EmptyState>
          )}
        </div>
      )}
      {alerts && items.length === 0 && (
        <div className={styles.rest}>
          <EmptyState title="Nothing yet." level={3}>
            Comments on your bikes and likes show up here.
          </EmptyState>
        </div>
      )}
      {items.length > 0 && (
        <ul className={styles.list}>
          {items.map((alert) => (
            <AlertItem key={alert.id} alert={alert} fresh={isFresh(alert)} onFollow={onFollow} />
          ))}
        </ul>
      )}
      {alerts && (
        <div className={styles.rest}>
          {loadEarlier && <LoadMore load={loadEarlier} label="Earlier alerts" />}
          <NotifyMe userId={alerts.userId} onFollow={onFollow} />
        </div>
      )}
    </>
  );
}
