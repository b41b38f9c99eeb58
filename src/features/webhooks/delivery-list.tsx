import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import type { Delivery } from '#contract/webhooks.ts';
import { complain } from '#src/forms/complain.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { clockTime } from '#src/ui/clock-time.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { Rows } from '#src/ui/rows.tsx';
import { eventNames, outcomeOf } from './webhook-texts.ts';
import { sendAgain } from './webhooks.actions.ts';

interface DeliveryListProps {
  userId: Id;
  webhookId: Id;
  deliveries: readonly Delivery[];
  onChanged: (delivery: Delivery) => void;
}

/** The last messages to a webhook, with a button to send ended ones again. */
export function DeliveryList({ userId, webhookId, deliveries, onChanged }: DeliveryListProps) {
  const [busy, setBusy] = useState<string | null>(null);
  if (deliveries.length === 0) return <p className="quiet">Nothing was sent in the last 30 days.</p>;
  const again = async ({ id, messageId }: Delivery) => {
    setBusy(id);
    try {
      onChanged(await sendAgain(userId, webhookId, messageId));
    } catch (cause) {
      complain(cause);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Rows
      rows={deliveries.map((delivery) => {
        const { id, event, state, at, nextAt } = delivery;
        const outcome = outcomeOf(delivery);
        return {
          key: id,
          name: eventNames[event],
          about: (
            <>
              <Ago time={at} />
              {state !== 'failed' && <span>{` · ${outcome}`}</span>}
              {nextAt && <NextTry time={nextAt} />}
            </>
          ),
          failure: state === 'failed' && outcome,
          detail: state !== 'waiting' && (
            <Button
              look="quiet"
              small
              busy={busy === id}
              aria-disabled={busy !== null}
              aria-label={t`Send again: ${eventNames[event]}`}
              onClick={() => void again(delivery)}
            >
              Send again
            </Button>
          ),
        };
      })}
    />
  );
}

/** When a message is tried again. */
function NextTry({ time }: { time: string }) {
  const preferences = useDisplayPreferences();
  return <span>{` · ${t`Next try at ${clockTime(new Date(time), preferences)}`}`}</span>;
}
