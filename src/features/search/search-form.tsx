import { type FormEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { searchPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './search-form.module.css';

/** Search form within a page. @param begun initial keywords */
export function SearchForm({ begun }: { begun: string }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const keywords = input.current?.value.trim();
    if (keywords) void navigate(searchPage({ keywords }));
    else input.current?.focus();
  };
  return (
    <search aria-label="Bikes">
      <form method="get" action={searchPage()} className={styles.form} onSubmit={submit}>
        <Field label="Search for a bike">
          <TextInput
            ref={input}
            type="search"
            name="keywords"
            defaultValue={begun}
            autoComplete="off"
            enterKeyHint="search"
          />
        </Field>
        <Button type="submit" look="quiet">
          Search
        </Button>
      </form>
    </search>
  );
}
