import { MaintenanceText } from '#contract/site.ts';
import { complain } from '#src/forms/complain.ts';
import styles from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Note } from '#src/ui/note.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import type { SetupFormProps } from './site-forms.tsx';
import { setMaintenance } from './site-setup.actions.ts';

const collect = (fields: FormData) => ({ text: String(fields.get('text')) });

/** Makes the site read-only, and ends that. */
export function MaintenanceForm({ userId, setup: { maintenance }, onChanged }: SetupFormProps) {
  const { form, busy, validation, error } = useForm('ChangeMaintenance', MaintenanceText, collect, async ({ text }) =>
    onChanged(await setMaintenance(userId, text)),
  );
  if (maintenance) {
    return (
      <Note
        state="notice"
        action={
          <Button small onClick={() => setMaintenance(userId, null).then(onChanged, complain)}>
            End it
          </Button>
        }
      >
        “<span>{maintenance.text}</span>” Begun by <span>{maintenance.by}</span>, <Ago time={maintenance.at} inside />.
        What members do waits on their devices and arrives when you end it.
      </Note>
    );
  }
  return (
    <form {...form} className={styles.form}>
      {error && <Refusal error={error} />}
      <p>
        Everybody can read, nobody can write but operators on this page. What members do waits on their devices and
        arrives when you end it. Nobody can sign up or send you messages meanwhile.
      </p>
      <Field label="Tell everybody why, and for how long" errors={validation.text}>
        <TextArea name="text" rows={2} placeholder="We are moving to a larger server, until noon." />
      </Field>
      <SubmitButton label="Make the site read-only" busy={busy} look="danger" compact />
    </form>
  );
}
