import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './combobox.module.css';
import { TextInput } from './text-input.tsx';

export interface ComboboxOption {
  value: string;
  label: ReactNode;
  /** A few grey words at its end. */
  about?: string;
}

interface ComboboxProps {
  text: string;
  /** What fits the text, best first. */
  options: readonly ComboboxOption[];
  onText: (text: string) => void;
  onPick: (value: string) => void;
  /** The focus has gone elsewhere. */
  onLeave?: () => void;
  placeholder?: string;
  name?: string;
}

/** A text with suggestions (ARIA APG: editable combobox with list autocomplete); any text is welcome. */
export function Combobox({ text, options, onText, onPick, onLeave, placeholder, name }: ComboboxProps) {
  const id = useId();
  const listbox = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open && options.length > 0;
  const at = shown && active < options.length ? active : -1;

  useEffect(() => {
    if (shown) listbox.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const pick = (option: ComboboxOption | undefined) => {
    close();
    if (option) onPick(option.value);
  };
  const move = (to: number) => {
    setOpen(true);
    setActive(to);
    listbox.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    ArrowDown: (event) => {
      event.preventDefault();
      move(at + 1 < options.length ? at + 1 : 0);
    },
    ArrowUp: (event) => {
      event.preventDefault();
      move(at > 0 ? at - 1 : options.length - 1);
    },
    Enter: (event) => {
      if (!shown || at < 0) return;
      event.preventDefault();
      pick(options[at]);
    },
    Escape: (event) => {
      if (!shown) return;
      event.preventDefault();
      close();
    },
  };

  return (
    <div className={styles.combobox}>
      <TextInput
        name={name}
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          close();
          onLeave?.();
        }}
        onKeyDown={(event) => keys[event.key]?.(event)}
      />
      <ul
        ref={listbox}
        id={`${id}-list`}
        role="listbox"
        aria-label="Suggestions"
        className={styles.list}
        hidden={!shown}
      >
        {options.map((option, place) => (
          <li
            key={option.value}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            className={styles.option}
            // The focus stays in the text, so that the list does not close before the press ends.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
          >
            <span>{option.label}</span>
            {option.about && <span className="quiet small">{option.about}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
