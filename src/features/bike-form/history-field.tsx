import { useState } from 'react';
import { bikeFields } from '#contract/bike-fields.ts';
import { newId } from '#contract/ids.ts';
import { serverNow } from '#src/lib/server-time.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';
import { Button } from '#src/ui/button.tsx';
import { FieldErrors } from '#src/ui/field-errors.tsx';
import styles from './bike-form.module.css';
import type { FieldRow, FormFields } from './form-fields.ts';
import { HistoryRow } from './history-row.tsx';

const name = 'history';

/** Today's date in local time, for example `2026-08-01`. */
export const today = (now = new Date(serverNow())): string => {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

/** The bike's history, one row a day. What was posted as an update is changed on the bike's page. */
export function HistoryField({ form, photos }: { form: FormFields; photos: readonly DraftPhoto[] }) {
  const rows = form.rows(name);
  const own = rows.filter(({ postedAt }) => !postedAt);
  const [added, setAdded] = useState('');
  const change = (next: readonly FieldRow[]) => form.change({ [name]: next });
  const add = () => {
    const id = newId();
    setAdded(id);
    change([...rows, { id, date: today(), title: '', text: '', photoIds: [], componentChanges: [] }]);
  };
  return (
    <div className={styles.wide}>
      <FieldErrors id="history-errors" errors={form.errors(name)} />
      {own.map((row, place) => (
        <HistoryRow
          key={row.id}
          row={row}
          place={place}
          photos={photos}
          isNew={row.id === added}
          errors={(field) => form.errors(`${name}.${rows.indexOf(row)}.${field}`)}
          onChange={(changes) => change(rows.map((one) => (one.id === row.id ? { ...one, ...changes } : one)))}
          onRemove={() => change(rows.filter((one) => one.id !== row.id))}
        />
      ))}
      {rows.length < bikeFields.history.max && (
        <Button look="quiet" onClick={add}>
          Add an entry
        </Button>
      )}
    </div>
  );
}
