import type { ReactNode, RefObject } from 'react';
import type { Id } from '#contract/ids.ts';
import { searchPage } from '#contract/pages.ts';
import type { Suggestions as Found } from '#contract/search/calls.ts';
import { t } from '#contract/texts.ts';
import { useBlocked } from '#src/features/blocks/blocks.queries.ts';
import { useCombobox } from '#src/ui/use-combobox.tsx';
import { useComboboxOn } from '#src/ui/use-combobox-on.ts';
import { useSuggestions } from './suggestions.queries.ts';

interface SuggestionsProps {
  /** Search input, which becomes a combobox. */
  inputRef: RefObject<HTMLInputElement | null>;
  text: string;
  /** Whether the user has begun to type. */
  begun: boolean;
  onPick: (page: string) => void;
}

const optionsOf = ({ brands, models, members }: Found, blocked: ReadonlySet<Id>) => [
  ...brands.map(({ id, name }) => ({
    value: `brand ${id} ${name}`,
    label: name,
    about: t`Brand`,
    page: searchPage({ brand: id }),
  })),
  ...models.map(({ id, brand, model }) => ({
    value: `model ${id} ${model}`,
    label: `${brand} ${model}`,
    about: t`Model`,
    page: searchPage({ keywords: model, brand: id }),
  })),
  ...members
    .filter(({ id }) => !blocked.has(id))
    .map(({ id, username }) => ({
      value: `member ${id}`,
      label: username,
      about: t.as('suggestion')`Member`,
      page: searchPage({ keywords: username }),
    })),
];

/** Suggestion list of brands, models and members for an input elsewhere on the page. */
export function Suggestions({ inputRef, text, begun, onPick }: SuggestionsProps): ReactNode {
  const options = optionsOf(useSuggestions(text), useBlocked());
  const combobox = useCombobox({ options, onPick: ({ page }) => onPick(page), begun });
  useComboboxOn(inputRef, combobox.input);
  return combobox.list;
}
