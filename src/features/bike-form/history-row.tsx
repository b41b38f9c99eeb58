import type { FieldValue } from '#contract/drafts.ts';
import { t } from '#contract/texts.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { FieldErrors } from '#src/ui/field-errors.tsx';
import { Trash2 } from '#src/ui/icons.js';
import { TextArea } from '#src/ui/text-area.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './bike-form.module.css';
import { ChangedParts } from './changed-parts.tsx';
import { type FieldRow, listIn, textIn } from './form-fields.ts';
import { PhotoChoice } from './photo-choice.tsx';

interface HistoryRowProps {
  row: FieldRow;
  place: number;
  photos: readonly DraftPhoto[];
  isNew: boolean;
  errors: (field: string) => readonly string[];
  onChange: (changes: Record<string, FieldValue>) => void;
  onRemove: () => void;
}

export function HistoryRow({ row, place, photos, isNew, errors, onChange, onRemove }: HistoryRowProps) {
  const typing = (field: string) => ({
    value: textIn(row[field]),
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  });
  const errorsId = `history-${row.id}`;
  return (
    <fieldset className={styles.group}>
      <legend>{t`Day ${place + 1}`}</legend>
      <div className={styles.componentHead}>
        <Field label="Day" errors={[...errors('date'), ...errors('id')]}>
          <TextInput {...typing('date')} type="date" />
        </Field>
        <Button look="plain" icon aria-label={t`Remove entry ${place + 1}`} onClick={onRemove}>
          <Trash2 className="icon" aria-hidden="true" />
        </Button>
      </div>
      <Field label="What happened" errors={errors('title')}>
        <TextInput {...typing('title')} autoFocus={isNew} autoComplete="off" />
      </Field>
      <Field label="More about it" optional errors={errors('text')}>
        <TextArea {...typing('text')} rows={2} />
      </Field>
      <ChangedParts
        rows={Array.isArray(row.componentChanges) ? row.componentChanges : []}
        errors={(field) => errors(`componentChanges.${field}`)}
        onChange={(componentChanges) => onChange({ componentChanges })}
      />
      {photos.length > 0 && (
        <PhotoChoice photos={photos} chosen={listIn(row.photoIds)} onChange={(photoIds) => onChange({ photoIds })} />
      )}
      <FieldErrors id={errorsId} errors={errors('photoIds')} />
    </fieldset>
  );
}
