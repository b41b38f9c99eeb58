import { Search, X } from 'lucide-react';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { searchPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import styles from './search-box.module.css';

const words = 'Search the site';

/** Where a search for these keywords leads: what is already chosen on the search page is kept. */
function searchFrom(pathname: string, search: string, keywords: string): string {
  const query = new URLSearchParams(pathname === searchPage() ? search : '');
  query.set('keywords', keywords);
  return `${searchPage()}?${query}`;
}

/** The keyword search of the header. Without keywords it goes nowhere. */
export function SearchBox({ className }: { className?: string }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const searched = (pathname === searchPage() && new URLSearchParams(search).get('keywords')) || '';
  const [asked, setAsked] = useState(searched);
  const [text, setText] = useState(searched);
  if (asked !== searched) {
    setAsked(searched);
    setText(searched);
  }

  // What was typed before the script was here.
  useLayoutEffect(() => {
    if (input.current) setText(input.current.value);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const keywords = text.trim();
    if (!keywords) return;
    input.current?.blur();
    navigate(searchFrom(pathname, search, keywords));
  };
  const clear = () => {
    setText('');
    input.current?.focus();
  };
  return (
    <form className={`${styles.box} ${className ?? ''}`} role="search" action={searchPage()} onSubmit={submit}>
      <Search className="icon" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        name="keywords"
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label={words}
        placeholder={words}
        autoComplete="off"
        enterKeyHint="search"
      />
      {text !== '' && (
        <Button look="plain" icon className={`${styles.clear} needs-script`} aria-label="Clear" onClick={clear}>
          <X className="icon icon-small" aria-hidden="true" />
        </Button>
      )}
    </form>
  );
}
