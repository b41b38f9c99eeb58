import { type FormEvent, useEffect, useRef } from 'react';
import * as v from 'valibot';
import type { Validation } from '#contract/envelope.ts';
import { refuseFields } from '#src/actions/run-action.ts';
import { useResult } from '#src/actions/use-result.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { type ActionName, isUnderWay } from '#src/lib/result.ts';

type FormSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/**
 * Validates a form, then sends it. Fields keep their values in any case; the first invalid field gets the focus.
 * @param action whose slot has the form's result
 * @param collect maps the form's fields to the schema's input
 * @param send gets the validated input and the form
 * @param bad the name of the field to focus after a refusal of the whole form
 */
export function useForm<S extends FormSchema>(
  action: ActionName,
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
    if (checked.success) void send(checked.output, event.currentTarget).catch(ignoreApiFailure);
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
