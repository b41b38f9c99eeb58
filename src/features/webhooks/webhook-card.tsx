import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import type { Delivery, Webhook } from '#contract/webhooks.ts';
import { complain } from '#src/forms/complain.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Disclosure } from '#src/ui/disclosure.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { DeliveryList } from './delivery-list.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { eventNames, outcomeOf, pauseTexts } from './webhook-texts.ts';
import { fetchDeliveries, removeWebhook, saveWebhook, sendTest } from './webhooks.actions.ts';

interface WebhookCardProps {
  userId: Id;
  webhook: Webhook;
  onChanged: (webhook: Webhook) => void;
  onDeleted: () => void;
}

const changeAction = 'ChangeWebhookContent';

/** A webhook with its buttons, its form and its last deliveries. */
export function WebhookCard({ userId, webhook, onChanged, onDeleted }: WebhookCardProps) {
  const { id, url, events, paused } = webhook;
  const [deliveries, setDeliveries] = useState<readonly Delivery[]>();
  const [busy, setBusy] = useState<'test' | 'pause' | 'delete' | null>(null);
  const [asking, setAsking] = useState(false);
  const { error, refreshing, refresh } = useRefreshed(id, async () => setDeliveries(await fetchDeliveries(userId, id)));
  const run = async (what: NonNullable<typeof busy>, work: () => Promise<void>) => {
    setBusy(what);
    await work().catch(complain);
    setBusy(null);
  };
  const changed = (delivery: Delivery) =>
    setDeliveries((before = []) => [delivery, ...before.filter((one) => one.id !== delivery.id)].sort(byTime));
  const test = () =>
    run('test', async () => {
      const delivery = await sendTest(userId, id);
      changed(delivery);
      const isDelivered = delivery.state === 'delivered';
      showToast({
        text: isDelivered ? t`The test arrived.` : t`The test did not arrive: ${outcomeOf(delivery)}`,
        alert: !isDelivered,
      });
    });
  const pause = () =>
    run('pause', async () => {
      onChanged(await saveWebhook('PauseWebhook', userId, id, { url, events, active: paused !== null }));
      await refresh();
    });
  const remove = () =>
    run('delete', async () => {
      await removeWebhook(userId, id);
      onDeleted();
    });
  const sure = (
    <>
      <Button look="quiet" onClick={() => setAsking(false)}>
        Back
      </Button>
      <Button
        look="danger"
        onClick={() => {
          setAsking(false);
          void remove();
        }}
      >
        Delete
      </Button>
    </>
  );
  const off = busy !== null;
  return (
    <div className="stack">
      <p className="quiet small">{events.map((event) => eventNames[event]).join(', ')}</p>
      {paused && <Note state={paused === 'operator' ? 'notice' : 'failed'}>{pauseTexts[paused]}</Note>}
      <p className="row">
        <Button look="quiet" small busy={busy === 'test'} aria-disabled={off} onClick={() => void test()}>
          Send a test
        </Button>
        <Button look="quiet" small busy={busy === 'pause'} aria-disabled={off} onClick={() => void pause()}>
          {paused ? t`Resume` : t`Pause`}
        </Button>
        <Button look="plain" small busy={busy === 'delete'} aria-disabled={off} onClick={() => setAsking(true)}>
          Delete
        </Button>
      </p>
      <div>
        <Disclosure title="Change">
          <WebhookForm
            // The form shows what is stored.
            key={JSON.stringify([url, events])}
            action={`${changeAction} ${id}`}
            label={t`Save`}
            initial={webhook}
            send={async (input) => {
              onChanged(await saveWebhook(`${changeAction} ${id}`, userId, id, { ...input, active: paused === null }));
              showToast({ text: t`Saved.` });
            }}
          />
        </Disclosure>
        <Disclosure title="Last deliveries" about={deliveries && lastOf(deliveries)}>
          {!deliveries && !error && <Loader />}
          {error && (
            <Note
              state="failed"
              role="alert"
              action={
                <Button look="quiet" small busy={refreshing} onClick={() => void refresh()}>
                  Retry
                </Button>
              }
            >
              {error.message}
            </Note>
          )}
          {deliveries && <DeliveryList userId={userId} webhookId={id} deliveries={deliveries} onChanged={changed} />}
        </Disclosure>
      </div>
      {asking && (
        <Dialog title={t`Delete this webhook?`} alert actions={sure} onClose={() => setAsking(false)}>
          <p>Its deliveries are deleted, too, also those that wait. Its secret is of no more use.</p>
        </Dialog>
      )}
    </div>
  );
}

const byTime = (one: Delivery, other: Delivery): number => (one.at < other.at ? 1 : -1);

/** How the last delivery went. */
function lastOf(deliveries: readonly Delivery[]): string {
  const [last] = deliveries;
  return last ? outcomeOf(last) : t`None`;
}
