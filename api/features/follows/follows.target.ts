import * as v from 'valibot';
import { type FollowKind, followKinds, followLimits } from '#contract/follows.ts';
import { Id } from '#contract/id-schema.ts';
import { Problem } from '#contract/problems.ts';
import { searchKey, searchOfKey } from '#contract/search/key.ts';
import { Tag } from '#contract/tags.ts';
import type { Target } from './follows.store.ts';

/** A key of a model: the folded name of its maker, a space, and that of the model. */
const modelKey = /^\p{L}[\p{L}\p{N}]* \S+$|^[\p{L}\p{N}]+ [\p{L}\p{N}]+$/u;

const keys: Record<FollowKind, (key: string) => string | null> = {
  member: (key) => (v.is(Id, key) ? key : null),
  bike: (key) => (v.is(Id, key) ? key : null),
  brand: (key) => (/^[\p{L}\p{N}]+$/u.test(key) ? key : null),
  model: (key) => (modelKey.test(key) ? key : null),
  part: (key) => (/^[\p{L}\p{N}]+( [\p{L}\p{N}]+)?$/u.test(key) ? key : null),
  tag: (key) => (v.is(Tag, key) ? key : null),
  search: (key) => searchKey(searchOfKey(key)) || null,
};

/** The target that a path names, with its key as it is stored. @throws not_found */
export function targetOf(kind: string | undefined, key: string | undefined): Target {
  const known = followKinds.find((one) => one === kind);
  const stored = known && key && key.length <= followLimits.key ? keys[known](key) : null;
  if (!known || !stored || stored.length > followLimits.key) throw new Problem('not_found');
  return { kind: known, key: stored };
}

/** Whether something can be followed by this key as it is. */
export function isFollowable({ kind, key }: Target): boolean {
  return key.length <= followLimits.key && keys[kind](key) === key;
}
