import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import type { Validation } from '#contract/envelope.ts';
import { ApiFailure } from '#src/ground/failure.ts';

type FormSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

interface FormState {
  busy: boolean;
  validation: Validation;
  /** The refusal of the whole form. */
  failure: ApiFailure | null;
}
const calm: FormState = { busy: false, validation: {}, failure: null };

/**
 * A form that is checked here first, then sent. What was typed stays in its fields whatever comes of it; the first bad
 * field takes the focus.
 * @param collect makes the schema's input of the form's fields
 * @param send throws ApiFailure when the site refuses
 * @param bad the name of the field to go to after a refusal of the whole form
 */
export function useAccountForm<S extends FormSchema>(
  schema: S,
  collect: (fields: FormData) => v.InferInput<S>,
  send: (input: v.InferOutput<S>) => Promise<void>,
  bad?: string,
) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(calm);
  const { busy, validation, failure } = state;
  useEffect(() => {
    const name = failure && bad ? `[name="${bad}"]` : '[aria-invalid="true"]';
    if (failure || Object.keys(validation).length > 0) form.current?.querySelector<HTMLElement>(name)?.focus();
  }, [failure, validation, bad]);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const checked = v.safeParse(schema, collect(new FormData(event.currentTarget)));
    if (!checked.success) {
      const nested = v.flatten<S>(checked.issues).nested as Validation | undefined;
      setState({ ...calm, validation: firstOfEach(nested ?? {}) });
      return;
    }
    setState({ ...calm, busy: true });
    try {
      await send(checked.output);
      setState(calm);
    } catch (cause) {
      const refusal = cause instanceof ApiFailure ? cause : new ApiFailure('unexpected', { cause });
      if (refusal.kind === 'validation') setState({ ...calm, validation: refusal.validation });
      else setState({ ...calm, failure: refusal });
    }
  };
  return { ...state, form: { ref: form, onSubmit, noValidate: true, method: 'post' } };
}

const firstOfEach = (validation: Validation): Validation =>
  Object.fromEntries(Object.entries(validation).map(([field, sentences]) => [field, sentences.slice(0, 1)]));
