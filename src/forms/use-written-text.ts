import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { lengthOf } from '#contract/text.ts';
import { t } from '#contract/texts.ts';
import { refusalOf } from '#src/actions/run-action.ts';
import {
  type ActionName,
  begunResult,
  invalidResult,
  isUnderWay,
  sentencesOf,
  unknownResult,
} from '#src/lib/result.ts';
import { figure } from '#src/ui/format.ts';

interface Writing {
  action: ActionName;
  initial: string | (() => string);
  /** Returns the error message of an invalid text, else null. */
  problem: (text: string) => string | null;
  /** `most`: maximum length in characters. `nearly`: how many characters before that the count shows. */
  limits: { max: number; nearly: number };
  /** Called with every change of the text. */
  onText: (text: string) => void;
  /** Saves the text; the form keeps it until that succeeds. Returns whether the form stays open, empty. */
  send: (text: string) => Promise<boolean>;
  /** Called when the form is submitted. */
  onSent: (isWrong: boolean) => void;
}

/**
 * State of a text that is sent by a button or Ctrl+Enter: the text, its errors and the result. Several may be open at
 * once, so each has a result of its own.
 */
export function useWrittenText({ action, initial, problem, limits, onText, send, onSent }: Writing) {
  const [text, setText] = useState(initial);
  const [result, setResult] = useState(unknownResult);
  const { validation, error } = result;
  const busy = isUnderWay(result);
  const check = (next: string) => {
    const wrong = problem(next);
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
    text,
    change,
    submit,
    onKeyDown,
    busy,
    errors: validation ? sentencesOf(result) : [],
    refusal: error?.message ?? null,
    count: length > limits.max - limits.nearly ? t`${figure(length)} of ${figure(limits.max)}` : null,
  };
}
