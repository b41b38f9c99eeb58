import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './spec-list.module.css';
import { uniqueKeys } from './unique-keys.ts';

export interface SpecRow {
  name: string;
  value: ReactNode;
  /** Grey, after a space: `kg`. */
  unit?: string;
}

/** The spec sheet: figures in a column, units in grey. */
export function SpecList({ rows, columns }: { rows: readonly SpecRow[]; columns?: boolean }) {
  const keys = uniqueKeys(rows.map(({ name }) => name));
  return (
    <dl className={classNames(styles.list, columns && styles.columns)}>
      {rows.map(({ name, value, unit }, place) => (
        <div key={keys[place]}>
          <dt>{name}</dt>
          <dd>
            <span>{value}</span>
            {unit && <small>{` ${unit}`}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
