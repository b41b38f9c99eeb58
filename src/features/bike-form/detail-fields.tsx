import type { ComponentProps } from 'react';
import { type FormPart, formParts } from '#contract/bike-fields.ts';
import { t } from '#contract/texts.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';
import { Disclosure } from '#src/ui/disclosure.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import styles from './bike-form.module.css';
import { filledText, isPartWrong } from './filled.ts';
import type { FormFields } from './form-fields.ts';
import { FormSection } from './form-section.tsx';
import { HistoryField } from './history-field.tsx';
import { PartFields } from './part-fields.tsx';
import type { Said } from './use-draft-form.ts';

const folded = (Object.keys(formParts) as FormPart[]).filter((part) => part !== 'bike' && part !== 'gears');

/** The hint in an empty section, where its title does not say enough. */
const hints: { readonly [P in FormPart]?: string } = {
  frame: t`Material, size, suspension`,
  components: t`Paste a list and we sort it`,
  story: t`Why this bike? Two lines are enough`,
  history: t`What changed, and when`,
};

/** Announces which other fields changed along with one in this section. */
export function SaidText({ part, said }: { part: FormPart; said: Said }) {
  return (
    <div role="status" className={styles.said}>
      {said.part === part &&
        said.texts.map((text) => (
          <TrailMark key={text} state="waiting">
            {text}
          </TrailMark>
        ))}
    </div>
  );
}

/** Whether a field of a folded section is invalid. */
export const hasWrongDetail = (form: FormFields): boolean => folded.some((part) => isPartWrong(part, form));

interface MoreFieldsProps extends Omit<ComponentProps<'fieldset'>, 'form'> {
  form: FormFields;
  photos: readonly DraftPhoto[];
  said: Said;
  isNew: boolean;
}

/** The optional sections as disclosures that show a summary of their values. */
export function MoreFields({ form, photos, said, isNew, ...rest }: MoreFieldsProps) {
  const parts = folded.filter((part) => part !== 'eBike' || form.text('drivetrain') === 'E-Bike');
  return (
    <FormSection
      {...rest}
      title="More about it"
      about={isNew ? t`All optional. Now, or after you publish.` : t`All optional.`}
    >
      <div>
        {parts.map((part) => (
          <Disclosure
            key={part}
            part={part}
            title={formParts[part]}
            about={filledText(part, form) || hints[part]}
            wanted={isPartWrong(part, form)}
          >
            {part === 'history' ? <HistoryField form={form} photos={photos} /> : <PartFields part={part} form={form} />}
            <SaidText part={part} said={said} />
          </Disclosure>
        ))}
      </div>
    </FormSection>
  );
}
