import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { addWebhook, type Webhook, webhookEvents } from '#contract/webhooks.ts';
import { OnceShown } from '#src/ui/once-shown.tsx';
import { Said } from '#src/ui/said.tsx';
import { Section } from '#src/ui/section.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { makeWebhook } from './webhooks.actions.ts';

interface WebhooksProps {
  userId: Id;
  webhooks: readonly Webhook[];
  onChanged: (webhooks: readonly Webhook[]) => void;
}

const empty = { url: '', events: [...webhookEvents] };

/** All webhooks, and a form to make one. */
export function Webhooks({ userId, webhooks, onChanged }: WebhooksProps) {
  const [made, setMade] = useState<{ host: string; secret: string }>();
  const [said, setSaid] = useState('');
  return (
    <>
      <p>
        A webhook tells a program of yours what happens here: each time, the site sends it a short signed message with
        ids and a link. Nothing that members wrote is in it. A program checks the signature with the secret, as{' '}
        <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
          Standard Webhooks
        </a>{' '}
        describes it.
      </p>
      {made && (
        <OnceShown
          label={t`Secret for ${made.host}`}
          secret={made.secret}
          onDone={() => {
            setMade(undefined);
            setSaid(t`Webhook made.`);
          }}
        />
      )}
      <Said text={said} />
      {webhooks.length === 0 && <p className="quiet">There are no webhooks.</p>}
      {webhooks.map((webhook) => (
        <Section key={webhook.id} title={<bdi dir="ltr">{nameOf(webhook.url)}</bdi>}>
          <WebhookCard
            userId={userId}
            webhook={webhook}
            onChanged={(changed) => onChanged(webhooks.map((one) => (one.id === changed.id ? changed : one)))}
            onDeleted={() => {
              onChanged(webhooks.filter(({ id }) => id !== webhook.id));
              setSaid(t`Webhook deleted.`);
            }}
          />
        </Section>
      ))}
      <Section title="New webhook">
        <WebhookForm
          action={addWebhook.action}
          label={t`Make a webhook`}
          initial={empty}
          send={async (input) => {
            const { webhook, secret } = await makeWebhook(userId, input);
            setSaid('');
            setMade({ host: new URL(webhook.url).host, secret });
            onChanged([...webhooks, webhook]);
          }}
        />
      </Section>
    </>
  );
}

/** The address without what is the same everywhere. */
const nameOf = (url: string): string => url.replace(/^https:\/\//, '').replace(/\/$/, '');
