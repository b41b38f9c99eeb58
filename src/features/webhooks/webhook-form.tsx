import { WebhookContent, type WebhookEvent, webhookEvents } from '#contract/webhooks.ts';
import styles from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import type { ActionName } from '#src/lib/result.ts';
import { Check } from '#src/ui/check.tsx';
import { Field } from '#src/ui/field.tsx';
import { FieldErrors } from '#src/ui/field-errors.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { eventNames } from './webhook-texts.ts';

const collect = (fields: FormData) => ({
  url: String(fields.get('url')),
  events: fields.getAll('events') as WebhookEvent[],
});

interface WebhookFormProps {
  action: ActionName;
  /** The name of its button. */
  label: string;
  initial: WebhookContent;
  send: (input: WebhookContent) => Promise<void>;
}

/** The address of a webhook, and what it tells of. */
export function WebhookForm({ action, label, initial, send }: WebhookFormProps) {
  const { form, busy, validation, error } = useForm(action, WebhookContent, collect, async (input, element) => {
    await send(input);
    element.reset();
  });
  return (
    <form {...form} className={styles.form}>
      {error && <Refusal error={error} />}
      <Field label="Address" hint="Where your program receives messages." errors={validation.url}>
        <TextInput name="url" type="url" dir="ltr" autoComplete="off" defaultValue={initial.url} />
      </Field>
      <fieldset>
        <legend>It tells of</legend>
        {webhookEvents.map((event) => (
          <Check
            key={event}
            name="events"
            value={event}
            defaultChecked={initial.events.includes(event)}
            aria-invalid={validation.events ? true : undefined}
          >
            {eventNames[event]}
          </Check>
        ))}
        <FieldErrors id={`${action}-events-errors`} errors={validation.events ?? []} />
      </fieldset>
      <SubmitButton label={label} busy={busy} compact />
    </form>
  );
}
