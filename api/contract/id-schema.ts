import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { atMost } from './bounds.ts';

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** UUID version 7 (RFC 9562), created by the client so that a repeated write is idempotent. */
export const Id = v.pipe(
  atMost(v.string(t`Send an id.`), 36, t`Send a valid id.`),
  v.regex(uuidV7, t`Send a valid id.`),
);
export type Id = v.InferOutput<typeof Id>;
