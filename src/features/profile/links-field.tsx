import { type ReactNode, useState } from 'react';
import { type ProfileLink, profileLimits } from '#contract/profile.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { FieldErrors } from '#src/ui/field-errors.tsx';
import { Plus, Trash2 } from '#src/ui/icons.js';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './profile.module.css';

interface LinksFieldProps {
  links: readonly ProfileLink[];
  hint?: ReactNode;
  errors: (path: string) => readonly string[];
  onChange: (links: ProfileLink[]) => void;
}

/** Links to other sites, with labels. */
export function LinksField({ links, hint, errors, onChange }: LinksFieldProps) {
  const [added, setAdded] = useState(false);
  const change = (at: number, what: Partial<ProfileLink>) =>
    onChange(links.map((link, place) => (place === at ? { ...link, ...what } : link)));
  return (
    <fieldset className={styles.links}>
      <legend>Links</legend>
      {hint && <p className="quiet small">{hint}</p>}
      {links.map((link, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: Rows have no id, and by index the focus stays where a row was removed.
          key={at}
          className={styles.link}
        >
          <Field label={t`Address ${at + 1}`} errors={errors(`links.${at}.url`)}>
            <TextInput
              name={`url-${at}`}
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              autoFocus={added && at === links.length - 1}
              placeholder="https://"
              value={link.url}
              onChange={(event) => change(at, { url: event.target.value })}
            />
          </Field>
          <Field label="Label" optional errors={errors(`links.${at}.label`)}>
            <TextInput
              name={`label-${at}`}
              autoComplete="off"
              value={link.label}
              onChange={(event) => change(at, { label: event.target.value })}
            />
          </Field>
          <Button
            look="plain"
            icon
            aria-label={t`Remove address ${at + 1}`}
            onClick={() => {
              setAdded(false);
              onChange(links.filter((_, place) => place !== at));
            }}
          >
            <Trash2 className="icon" aria-hidden="true" />
          </Button>
        </div>
      ))}
      <FieldErrors id="links-errors" errors={errors('links')} />
      {links.length < profileLimits.links && (
        <div>
          <Button
            look="quiet"
            small
            onClick={() => {
              setAdded(true);
              onChange([...links, { label: '', url: '' }]);
            }}
          >
            <Plus className="icon" aria-hidden="true" />
            Add a link
          </Button>
        </div>
      )}
    </fieldset>
  );
}
