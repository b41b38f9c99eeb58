import styles from './combobox.module.css';
import { TextInput } from './text-input.tsx';
import { type ComboboxOption, useCombobox } from './use-combobox.tsx';

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

/** A text with suggestions that stand under it; any text is welcome. */
export function Combobox({ text, options, onText, onPick, onLeave, placeholder, name }: ComboboxProps) {
  const { input, list } = useCombobox({ options, onPick: ({ value }) => onPick(value) });
  return (
    <div className={styles.combobox}>
      <TextInput
        {...input}
        onBlur={() => {
          input.onBlur();
          onLeave?.();
        }}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        name={name}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {list}
    </div>
  );
}
