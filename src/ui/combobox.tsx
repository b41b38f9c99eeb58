import styles from './combobox.module.css';
import { TextInput } from './text-input.tsx';
import { type ComboboxOption, useCombobox } from './use-combobox.tsx';

interface ComboboxProps {
  text: string;
  /** Matching options, best first. */
  options: readonly ComboboxOption[];
  onText: (text: string) => void;
  onPick: (value: string) => void;
  /** Called when the focus leaves. */
  onLeave?: () => void;
  placeholder?: string;
  name?: string;
}

/** A text input with suggestions below it; any text is allowed. */
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
