import { type FormEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { searchPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { siteSearch } from '#src/features/search/site-search.ts';
import type { Suggestions } from '#src/features/search/suggestions.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { Search, X } from '#src/ui/icons.js';
import styles from './search-box.module.css';

const label = t`Search the site`;

/** The header's keyword search. It ignores an empty submit. */
export function SearchBox({ className }: { className?: string }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const searched = (pathname === searchPage() && new URLSearchParams(search).get('keywords')) || '';
  const [asked, setAsked] = useState(searched);
  const [text, setText] = useState(searched);
  const [List, setList] = useState<typeof Suggestions>();
  const { user } = useSession();
  const [member, setMember] = useState(user?.id);
  if (member !== user?.id) setMember(user?.id);
  // Another member or search clears what was typed.
  if (asked !== searched || (member && member !== user?.id)) {
    setAsked(searched);
    setText(searched);
  }

  const loadSuggestions = useCallback(
    () =>
      import('#src/features/search/suggestions.tsx').then(
        (module) => setList(() => module.Suggestions),
        // The search works without suggestions.
        () => undefined,
      ),
    [],
  );
  // Takes over what was typed before hydration.
  useLayoutEffect(() => {
    const early = input.current;
    if (!early) return;
    setText(early.value);
    if (early === document.activeElement) void loadSuggestions();
  }, [loadSuggestions]);
  const go = (page: string) => {
    input.current?.blur();
    void navigate(page);
  };
  // The typed text was only a way to this page.
  const pick = (page: string) => {
    setText('');
    setAsked('');
    go(page);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const keywords = text.trim();
    if (!keywords) return;
    const asked = new FormData(event.currentTarget);
    asked.set('keywords', keywords);
    go(`${searchPage()}?${new URLSearchParams([...asked] as [string, string][])}`);
  };
  const clear = () => {
    setText('');
    input.current?.focus();
  };
  return (
    // The search page's filters refer to the form by its id and are submitted with it.
    <search className={`${styles.form} ${className ?? ''}`}>
      <form id={siteSearch} action={searchPage()} onSubmit={submit}>
        <div className={styles.box}>
          <Search className="icon" aria-hidden="true" />
          <input
            ref={input}
            type="search"
            dir="auto"
            name="keywords"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onFocus={() => void loadSuggestions()}
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            enterKeyHint="search"
          />
          {text !== '' && (
            <Button look="plain" icon className={`${styles.clear} needs-script`} aria-label="Clear" onClick={clear}>
              <X className="icon icon-small" aria-hidden="true" />
            </Button>
          )}
        </div>
        {List && <List inputRef={input} text={text} begun={text !== searched} onPick={pick} />}
      </form>
    </search>
  );
}
