import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { lengthOf } from '#contract/text.ts';
import { refusalOf } from '#src/action-state/run-action.ts';
import {
  begunResult,
  invalidResult,
  isUnderWay,
  sentencesOf,
  type TrackedAction,
  unknownResult,
} from '#src/lib/result.ts';
import { figure } from '#src/ui/format.ts';

interface Writing {
  action: TrackedAction;
  initial: string | (() => string);
  /** The sentence about a text that cannot be sent, else null. */
  problem: (text: string) => string | null;
  /** How long it may be, and how many characters before that the count is shown. */
  limits: { most: number; nearly: number };
  /** Is told what was typed. */
  onText: (text: string) => void;
  /** Keeps the text; until that has worked it stays in the form. @returns whether the form stays, empty */
  send: (text: string) => Promise<boolean>;
  /** The form has been sent, and its text may be wrong. */
  onSent: (isWrong: boolean) => void;
}

/**
 * A text that is written and sent by a button or Ctrl and Enter: what is typed, what is wrong with it and what came of it.
 * Several may be open at once, so each has a result of its own.
 */
export function useWrittenText({ action, initial, problem, limits, onText, send, onSent }: Writing) {
  const [text, setText] = useState(initial);
  const [result, setResult] = useState(unknownResult);
  const { validation, error } = result;
  const busy = isUnderWay(result);
  const check = (words: string) => {
    const wrong = problem(words);
    return wrong ? invalidResult(action, { text: [wrong] }) : unknownResult;
  };
  const change = (next: string) => {
    setText(next);
    onText(next);
    if (validation) setResult(check(next));
  };
  const submit = async (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault();
    if (busy) return;
    const checked = check(text);
    const isWrong = checked.validation !== null;
    setResult(isWrong ? checked : begunResult(action));
    onSent(isWrong);
    if (isWrong) return;
    try {
      const stays = await send(text);
      setResult(unknownResult);
      if (!stays) return;
      setText('');
      onText('');
    } catch (cause) {
      setResult(refusalOf(action, cause));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
  };
  const length = lengthOf(text);
  return {
    ...{ text, change, submit, onKeyDown, busy },
    errors: validation ? sentencesOf(result) : [],
    refusal: error?.message ?? null,
    count: length > limits.most - limits.nearly ? `${figure(length)} of ${figure(limits.most)}` : null,
  };
}
