import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './combobox.module.css';

export interface ComboboxOption {
  value: string;
  label: ReactNode;
  /** A short grey text at the end. */
  about?: string;
}

interface ComboboxSettings<T> {
  /** Matching options, best first. */
  options: readonly T[];
  onPick: (option: T) => void;
  /** Whether the list is open from the first render. */
  begun?: boolean;
  /** Whether the first option is chosen from the start, and Tab picks like Enter. */
  preselects?: boolean;
}

/** The input's attributes as a combobox. */
export interface ComboboxProps {
  role: 'combobox';
  'aria-expanded': boolean;
  'aria-controls': string;
  'aria-autocomplete': 'list';
  'aria-activedescendant': string | undefined;
  onInput: () => void;
  onClick: () => void;
  onBlur: () => void;
  onKeyDown: (event: Pressed) => void;
}
type Pressed = Pick<KeyboardEvent, 'key' | 'preventDefault'>;

/**
 * A text input with suggestions (ARIA APG: editable combobox with list autocomplete); any text is allowed.
 * @returns the input's attributes, and the list to render in the input's box
 */
export function useCombobox<T extends ComboboxOption>(settings: ComboboxSettings<T>) {
  const { options, onPick, begun = false, preselects = false } = settings;
  const id = useId();
  const listbox = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(begun);
  // Stored by value: options that arrive later change the positions.
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = open && options.length > 0;
  const found = options.findIndex(({ value }) => value === chosen);
  const at = shown ? (found < 0 && preselects ? 0 : found) : -1;

  useEffect(() => {
    if (shown) listbox.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  const close = () => {
    setOpen(false);
    setChosen(null);
  };
  const pick = (option: T | undefined) => {
    close();
    if (option) onPick(option);
  };
  const move = (to: number) => {
    setOpen(true);
    setChosen(options[to]?.value ?? null);
    listbox.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: Pressed) => {
    switch (event.key) {
      case 'ArrowDown':
        event.preventDefault();
        move(at + 1 < options.length ? at + 1 : 0);
        break;
      case 'ArrowUp':
        event.preventDefault();
        move(at > 0 ? at - 1 : options.length - 1);
        break;
      case 'Enter':
        if (shown && at >= 0) {
          event.preventDefault();
          pick(options[at]);
        } else close();
        break;
      case 'Tab':
        if (!preselects || at < 0) break;
        event.preventDefault();
        pick(options[at]);
        break;
      case 'Escape':
        if (!shown) break;
        event.preventDefault();
        close();
    }
  };

  const input: ComboboxProps = {
    role: 'combobox',
    'aria-expanded': shown,
    'aria-controls': `${id}-list`,
    'aria-autocomplete': 'list',
    'aria-activedescendant': at >= 0 ? `${id}-${at}` : undefined,
    onInput: () => {
      setOpen(true);
      setChosen(null);
    },
    onClick: () => setOpen(true),
    onBlur: close,
    onKeyDown,
  };
  const list = (
    <div
      ref={listbox}
      id={`${id}-list`}
      role="listbox"
      aria-label="Suggestions"
      className={styles.list}
      hidden={!shown}
    >
      {options.map((option, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: The input keeps the focus and handles the keys.
        <div
          key={option.value}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === at}
          className={styles.option}
          // Keeps the focus in the input, so that the list does not close before the press ends.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => pick(option)}
        >
          <span>{option.label}</span>
          {option.about && <span className="quiet small">{option.about}</span>}
        </div>
      ))}
    </div>
  );
  return { input, list };
}
