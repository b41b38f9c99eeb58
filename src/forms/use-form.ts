import { type FormEvent, useEffect, useRef } from 'react';
import * as v from 'valibot';
import type { Validation } from '#contract/envelope.ts';
import { refuseFields } from '#src/action-state/run-action.ts';
import { useResult } from '#src/action-state/use-result.ts';
import { letFailureGo } from '#src/lib/failure.ts';
import { isUnderWay, type TrackedAction } from '#src/lib/result.ts';

type FormSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/**
 * A form that is checked here first, then sent. What was typed stays in its fields whatever comes of it; the first bad
 * field takes the focus.
 * @param action whose result is the form's
 * @param collect makes the schema's input of the form's fields
 * @param send does the action; it is given the form too
 * @param bad the name of the field to go to after a refusal of the whole form
 */
export function useForm<S extends FormSchema>(
  action: TrackedAction,
  schema: S,
  collect: (fields: FormData) => v.InferInput<S>,
  send: (input: v.InferOutput<S>, form: HTMLFormElement) => Promise<void>,
  bad?: string,
) {
  const form = useRef<HTMLFormElement>(null);
  const result = useResult(action);
  const { successful, validation, error } = result;
  const busy = isUnderWay(result);
  useEffect(() => {
    const name = error && bad ? `[name="${bad}"]` : '[aria-invalid="true"]';
    if (error || validation) form.current?.querySelector<HTMLElement>(name)?.focus();
  }, [error, validation, bad]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const checked = v.safeParse(schema, collect(new FormData(event.currentTarget)));
    if (checked.success) void send(checked.output, event.currentTarget).catch(letFailureGo);
    else refuseFields(action, firstOfEach(v.flatten<S>(checked.issues).nested as Validation));
  };
  return {
    busy,
    done: successful === true,
    validation: validation ?? {},
    error,
    form: { ref: form, onSubmit, noValidate: true, method: 'post' },
  };
}

const firstOfEach = (validation: Validation): Validation =>
  Object.fromEntries(Object.entries(validation).map(([field, sentences]) => [field, sentences.slice(0, 1)]));
