import { useState } from 'react';
import { SiteChange, siteLimits } from '#contract/site.ts';
import { asHex, isReadable, readableColor } from '#contract/site-color.ts';
import { t } from '#contract/texts.ts';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Mark } from '#src/ui/mark.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { useProperty } from '#src/ui/use-property.ts';
import styles from './setup.module.css';
import type { SetupFormProps } from './site-forms.tsx';
import { saveSettings } from './site-setup.actions.ts';

const action = 'ChangeSiteLook';

/** The badge in a color, on light and on dark. */
function Sample({ color }: { color: string }) {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const inColor = useProperty('--badge', `rgb(${parts.join(' ')})`);
  return (
    <div className={styles.samples}>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} data-theme={theme} className={`${styles.sample} ${inColor}`}>
          <Mark className={styles.mark} />
          <span className={styles.button}>Add a bike</span>
        </div>
      ))}
    </div>
  );
}

/** The site's name and the color of its badge. */
export function LookForm({ userId, setup: { settings, defaults }, onChanged }: SetupFormProps) {
  const [color, setColor] = useState(settings.color ?? defaults.color);
  const collect = (fields: FormData) => ({
    name: String(fields.get('name')).trim() || null,
    color: color === defaults.color ? null : color,
  });
  const { form, busy, validation, error } = useForm(action, SiteChange, collect, async (input) => {
    onChanged(await saveSettings(action, userId, input));
    showToast({ text: t`Saved. Everybody sees it on their next visit.` });
  });
  const lighter = isReadable(color) ? null : asHex(readableColor(color));
  return (
    <form {...form} className={styles.form}>
      {error && <Refusal error={error} />}
      <Field
        label="Name"
        hint={t`Up to ${siteLimits.name} characters. Empty: ${defaults.name}.`}
        errors={validation.name}
      >
        <TextInput name="name" autoComplete="off" defaultValue={settings.name ?? ''} />
      </Field>
      <Field
        label="Color of the badge"
        hint="It carries dark letters, so it has to be light enough to read them."
        errors={validation.color}
      >
        <TextInput type="color" name="color" value={color} onChange={(event) => setColor(event.target.value)} />
      </Field>
      {lighter && (
        <p role="status">
          <span>This is too dark to read the letters on it.</span>{' '}
          <Button look="quiet" small onClick={() => setColor(lighter)}>
            {t`Use ${lighter}`}
          </Button>
        </p>
      )}
      {color !== defaults.color && (
        <p>
          <LinkButton onClick={() => setColor(defaults.color)}>Use the built-in color</LinkButton>
        </p>
      )}
      <Sample color={color} />
      <SubmitButton label="Save" busy={busy} compact />
    </form>
  );
}
