import { useState } from 'react';
import { partRefusal } from '#contract/bike-rules.ts';
import { componentPositionLabel, componentSlotLabel } from '#contract/option-labels.ts';
import { type ListedPart, readPartsList } from '#contract/parts-list.ts';
import { many, t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Note } from '#src/ui/note.tsx';
import { SpecList } from '#src/ui/spec-list.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import styles from './bike-form.module.css';

interface PastePartsProps {
  drivetrain: string;
  /** Number of components that can still be added. */
  room: number;
  onTake: (parts: ListedPart[]) => void;
  onCancel: () => void;
}

/** Parses a pasted list of components and previews the result before it is added. */
export function PasteParts({ drivetrain, room, onTake, onCancel }: PastePartsProps) {
  const [text, setText] = useState('');
  const found = readPartsList(text);
  const fitting = found.filter(({ slot }) => !partRefusal(slot, drivetrain));
  const parts = fitting.slice(0, Math.max(room, 0));
  const left = found.length - parts.length;
  return (
    <div className={styles.group}>
      <Field label="Your parts list" hint="One part on each line, such as “Fork: Fox 34”.">
        <TextArea rows={5} autoFocus value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <div role="status">
        {text.trim() !== '' && (
          <p className="quiet small">{many(parts.length)`Understood: # part.|Understood: # parts.`}</p>
        )}
        {left > 0 && (
          <Note>
            {many(
              left,
            )`# part left out: the list is full, or this bike can't have it.|# parts left out: the list is full, or this bike can't have them.`}
          </Note>
        )}
      </div>
      <SpecList
        rows={parts.map(({ slot, position, text: value }) => ({
          name: componentSlotLabel(slot),
          value,
          unit: position ? componentPositionLabel(position) : undefined,
        }))}
      />
      <div className="row">
        <Button aria-disabled={parts.length === 0} onClick={() => onTake(parts)}>
          {parts.length > 0 ? many(parts.length)`Add # part|Add # parts` : t`Add`}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
