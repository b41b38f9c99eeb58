import { newId } from '#contract/ids.ts';
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  sendDeliveryAgain,
  testWebhook,
} from '#contract/webhooks.ts';
import { type Expected, members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const content = { url: 'https://127.0.0.1/hook', events: ['bike.published'] } as const;
/** For operators; others get `not_found`. */
const operators = (expected: string): Expected => ({ ...members('404 not_found'), operator: expected });

/** Makes a webhook to an address that no message may reach. */
async function webhook({ app, callers: { operator } }: Stage): Promise<string> {
  await app.db.collection('webhooks').deleteMany({});
  return (await operator.call(addWebhook, { body: content })).answer.data?.webhook.id ?? '';
}

export const webhookRows: Row[] = [
  {
    call: listWebhooks,
    prepare: webhook,
    by: (asks, _, how) => asks.call(listWebhooks, how),
    expected: operators('200'),
  },
  {
    call: addWebhook,
    prepare: webhook,
    by: (asks, _, how) => asks.call(addWebhook, { body: content, ...how }),
    expected: operators('201'),
  },
  {
    call: changeWebhook,
    prepare: webhook,
    by: (asks, webhookId, how) =>
      asks.call(changeWebhook, { params: { webhookId }, body: { ...content, active: false }, ...how }),
    expected: operators('200'),
  },
  {
    call: changeWebhook,
    when: 'a deleted one',
    by: (asks, _, how) =>
      asks.call(changeWebhook, { params: { webhookId: newId() }, body: { ...content, active: true }, ...how }),
    expected: operators('404 not_found'),
  },
  {
    call: deleteWebhook,
    prepare: webhook,
    by: (asks, webhookId, how) => asks.call(deleteWebhook, { params: { webhookId }, ...how }),
    expected: operators('200'),
  },
  {
    call: testWebhook,
    prepare: webhook,
    by: (asks, webhookId, how) => asks.call(testWebhook, { params: { webhookId }, ...how }),
    seen: (delivery) => (delivery as { error: string }).error,
    expected: operators('200, This address is not on the public internet.'),
  },
  {
    call: listDeliveries,
    prepare: webhook,
    by: (asks, webhookId, how) => asks.call(listDeliveries, { params: { webhookId }, ...how }),
    expected: operators('200'),
  },
  {
    call: sendDeliveryAgain,
    async prepare(stage) {
      const webhookId = await webhook(stage);
      const { answer } = await stage.callers.operator.call(testWebhook, { params: { webhookId } });
      return answer.data?.id ?? '';
    },
    by(asks, id, how) {
      const [webhookId = '', messageId = ''] = id.split(':');
      return asks.call(sendDeliveryAgain, { params: { webhookId, messageId }, ...how });
    },
    expected: operators('200'),
  },
];
