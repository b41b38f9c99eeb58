import { EmptyState } from '#src/ui/empty-state.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { AlertItem } from './alert-item.tsx';
import styles from './alerts-menu.module.css';
import { NotifyMe } from './notify-me.tsx';
import type { AlertsShown } from './use-alerts-shown.ts';

/** What others did to the member's bikes. */
export function AlertsList({
  alerts,
  result,
  items,
  isFresh,
  loadEarlier,
  onFollow,
}: AlertsShown & { onFollow: () => void }) {
  if (!alerts && result.error?.code === 'network')
    return (
      <EmptyState title="Not on this device." level={3}>
        There is no signal. Your alerts will load when there is.
      </EmptyState>
    );
  if (!alerts && result.error) return <EmptyState title={result.error.message} level={3} />;
  if (!alerts) return <Loader />;
  return (
    <>
      {result.error && (
        <div className={styles.rest}>
          {result.error.code !== 'network' && <p role="alert">{result.error.message}</p>}
          <SavedCopy savedAt={alerts.savedAt} />
        </div>
      )}
      {items.length === 0 ? (
        <EmptyState title="Nothing yet." level={3}>
          What others say about your bikes, and who likes them, shows up here.
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {items.map((alert) => (
            <AlertItem key={alert.id} alert={alert} fresh={isFresh(alert)} onFollow={onFollow} />
          ))}
        </ul>
      )}
      <div className={styles.rest}>
        {loadEarlier && <LoadMore load={loadEarlier} words="Earlier alerts" />}
        <NotifyMe />
      </div>
    </>
  );
}
