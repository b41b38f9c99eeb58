import { useState } from 'react';
import { fold } from '#contract/fold.ts';
import { Combobox } from '#src/ui/combobox.tsx';
import { Marked } from '#src/ui/marked.tsx';
import { suggest } from '#src/ui/suggest.ts';

export type Choice = {
  code: string;
  name: string;
  /** Additional text in gray. */
  about?: string;
  /** Alternative name. */
  also?: string;
};

interface LocationPickerProps {
  name: string;
  choices: readonly Choice[];
  /** Name of the selected location; '' for none. */
  picked: string;
  onPick: (choice: Choice | null) => void;
}

const namesOf = ({ code, name, also = '' }: Choice) => [name, also, code].filter(Boolean);
const same = (a: string, b: string) => fold(a.trim()) === fold(b.trim());

/** Combobox for a country or a region; only listed ones can be selected. */
export function LocationPicker({ name, choices, picked, onPick }: LocationPickerProps) {
  const [typed, setTyped] = useState<string>();
  const leave = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    const meant = choices.find((choice) => namesOf(choice).some((one) => same(one, typed)));
    if (!typed.trim()) onPick(null);
    else if (meant) onPick(meant);
  };
  const options = suggest(choices, namesOf, typed ?? '').map((choice) => ({
    value: choice.code,
    label: <Marked name={choice.name} typed={typed ?? ''} />,
    about: choice.about,
  }));
  return (
    <Combobox
      name={name}
      text={typed ?? picked}
      options={
        picked && typed === undefined ? [] : options.map(({ about, ...one }) => (about ? { ...one, about } : one))
      }
      onText={setTyped}
      onLeave={leave}
      onPick={(code) => {
        setTyped(undefined);
        onPick(choices.find((choice) => choice.code === code) ?? null);
      }}
    />
  );
}
