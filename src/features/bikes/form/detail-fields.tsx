import { type FormPart, formParts } from '#contract/bike-fields.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';
import { Disclosure } from '#src/ui/disclosure.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { filledWords, isPartWrong } from './filled.ts';
import type { FormFields } from './form-fields.ts';
import { FormSection } from './form-section.tsx';
import { HistoryField } from './history-field.tsx';
import { PartFields } from './part-fields.tsx';
import type { Said } from './use-draft-form.ts';

const folded = (Object.keys(formParts) as FormPart[]).filter((part) => part !== 'bike' && part !== 'gears');

/** Announces which other fields changed along with one in this section. */
function SaidWords({ part, said }: { part: FormPart; said: Said }) {
  return (
    <div role="status">
      {said.part === part &&
        said.words.map((words) => (
          <TrailMark key={words} state="waiting">
            {words}
          </TrailMark>
        ))}
    </div>
  );
}

interface DetailFieldsProps {
  form: FormFields;
  photos: readonly DraftPhoto[];
  said: Said;
}

/** Gear fields, and the optional sections as disclosures that show a summary of their values. */
export function DetailFields({ form, photos, said }: DetailFieldsProps) {
  const parts = folded.filter((part) => part !== 'eBike' || form.text('drivetrain') === 'E-Bike');
  return (
    <>
      <SaidWords part="bike" said={said} />
      <FormSection title={formParts.gears} data-part="gears">
        <PartFields part="gears" form={form} />
        <SaidWords part="gears" said={said} />
      </FormSection>
      <div>
        {parts.map((part) => (
          <Disclosure
            key={part}
            part={part}
            title={formParts[part]}
            about={filledWords(part, form)}
            wanted={isPartWrong(part, form)}
          >
            {part === 'history' ? <HistoryField form={form} photos={photos} /> : <PartFields part={part} form={form} />}
            <SaidWords part={part} said={said} />
          </Disclosure>
        ))}
      </div>
    </>
  );
}
