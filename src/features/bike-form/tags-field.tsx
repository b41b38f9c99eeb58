import { useState } from 'react';
import { bikeFields } from '#contract/bike-fields.ts';
import { tagMessage, tagOf } from '#contract/tags.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { X } from '#src/ui/icons.js';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './bike-form.module.css';
import type { FormFields } from './form-fields.ts';

/** Commas and semicolons of several writings. */
const separator = /[,;，、；،؛\n]/;

/** Tags; a comma, a semicolon, a line break or Enter ends one. */
export function TagsField({ form }: { form: FormFields }) {
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState('');
  const tags = form.list('tags');
  const { label, max } = bikeFields.tags;
  const wrong = tags.flatMap((_, place) => form.errors(`tags.${place}`));
  const add = (text: string) => {
    const pieces = text.split(separator).filter((piece) => piece.trim());
    const wanted = [...new Set([...tags, ...pieces.map(tagOf).filter(Boolean)])];
    const unusable = pieces.filter((piece) => !tagOf(piece)).join(', ');
    setTyped(unusable);
    setRefused(unusable);
    if (wanted.length > tags.length) form.change({ tags: wanted.slice(0, max) });
  };
  return (
    <div className={styles.wide}>
      <Field
        label={label}
        hint={
          tags.length < max
            ? t`Such as bmx, cargo or fillet-brazed. Separate them with commas.`
            : t`You can add up to ${max}.`
        }
        errors={[...form.errors('tags'), ...new Set(refused && typed === refused ? [...wrong, tagMessage] : wrong)]}
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          disabled={tags.length >= max}
          value={typed}
          onChange={({ target: { value }, nativeEvent }) => {
            const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
            if (separator.test(value) && !isComposing) add(value);
            else setTyped(value);
          }}
          onCompositionEnd={({ currentTarget: { value } }) => separator.test(value) && add(value)}
          onBlur={() => add(typed)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add(typed);
          }}
        />
      </Field>
      {tags.length > 0 && (
        <ul className="row">
          {tags.map((tag) => (
            <li key={tag}>
              <Button
                look="quiet"
                small
                aria-label={t`Remove the tag ${tag}`}
                onClick={() => form.change({ tags: tags.filter((one) => one !== tag) })}
              >
                <span>{tag}</span>
                <X className="icon" aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
