import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ComboboxProps } from './use-combobox.tsx';

/** Turns an input that was rendered before the list's code loaded into a combobox. */
export function useComboboxOn(
  inputRef: RefObject<HTMLInputElement | null>,
  { onInput, onClick, onBlur, ...rest }: ComboboxProps,
) {
  const { onKeyDown, ...attributes } = rest;
  const handlers = useRef({ onInput, onClick, onBlur, onKeyDown });
  useLayoutEffect(() => {
    handlers.current = { onInput, onClick, onBlur, onKeyDown };
    const element = inputRef.current;
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) element?.removeAttribute(name);
      else element?.setAttribute(name, String(value));
    }
  });
  // A layout effect, so that text typed right after is heard.
  useLayoutEffect(() => {
    const element = inputRef.current;
    const until = new AbortController();
    const options = { signal: until.signal };
    element?.addEventListener('input', () => handlers.current.onInput(), options);
    element?.addEventListener('click', () => handlers.current.onClick(), options);
    element?.addEventListener('blur', () => handlers.current.onBlur(), options);
    element?.addEventListener('keydown', (event) => handlers.current.onKeyDown(event), options);
    return () => until.abort();
  }, [inputRef]);
}
