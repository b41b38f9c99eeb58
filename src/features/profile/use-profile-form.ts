import { useEffect, useState } from 'react';
import * as v from 'valibot';
import type { Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { Discipline, Location, ProfileLinks, type ProfilePart, ProfileText, profileParts } from '#contract/profile.ts';
import { failureFrom } from '#src/lib/failure.ts';
import { same } from '#src/lib/same.ts';
import { keepUnfinished, unfinished } from '#src/lib/unfinished.ts';
import { type Edits, saveProfileParts } from './profile.actions.ts';
import type { ProfileParts } from './profile.mutations.ts';
import type { OwnProfile } from './profile.queries.ts';

const Written = v.object({ links: ProfileLinks, text: ProfileText });
/** Ignores empty rows. */
const isLink = ({ label, url }: { label: string; url: string }) => label.trim() !== '' || url.trim() !== '';

const edit = <S extends v.GenericSchema>(value: S) => v.optional(v.object({ value, version: v.number() }));
const StoredEdits = v.object({
  discipline: edit(Discipline),
  links: edit(v.array(v.object({ label: v.string(), url: v.string() }))),
  location: edit(Location),
  text: edit(v.string()),
});

/** Reads unsaved edits from this tab's storage; none if they cannot be parsed. */
function readStoredEdits(key: string): Edits {
  try {
    return v.parse(StoredEdits, JSON.parse(unfinished(key))) as Edits;
  } catch {
    return {};
  }
}

const sameValue = (a: unknown, b: unknown): boolean => same(a, b) === a;

/** Form state of the profile, kept across reloads until it is saved. Each part remembers the version it is based on. */
export function useProfileForm(userId: Id, { shown, site }: OwnProfile) {
  const key = `profile:${userId}`;
  const [edits, setEdits] = useState(() => readStoredEdits(key));
  const changed = Object.keys(edits).length > 0;
  useEffect(() => keepUnfinished(key, changed ? JSON.stringify(edits) : ''), [key, edits, changed]);
  const [validation, setValidation] = useState<Validation>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const valueIn = <P extends ProfilePart>(part: P): ProfileParts[P] =>
    (edits[part]?.value as ProfileParts[P] | undefined) ?? shown[part];
  const values: ProfileParts = {
    discipline: valueIn('discipline'),
    links: valueIn('links'),
    location: valueIn('location'),
    text: valueIn('text'),
  };

  const change = <P extends ProfilePart>(part: P, value: ProfileParts[P]) => {
    setValidation({});
    setProblem(null);
    setEdits((now) => ({ ...now, [part]: { value, version: now[part]?.version ?? site.versions[part] } }));
  };

  /** Saves the changed parts. @returns the validation errors; null if they were saved */
  const save = async (): Promise<Validation | null> => {
    const links = values.links.filter(isLink);
    const checked = v.safeParse(Written, { links, text: values.text });
    if (!checked.success) {
      const wrong = v.flatten<typeof Written>(checked.issues).nested as Validation;
      // Errors refer to the index among the submitted links.
      setEdits((now) => (now.links ? { ...now, links: { ...now.links, value: links } } : now));
      setValidation(wrong);
      return wrong;
    }
    const written = { ...edits };
    if (written.links) written.links = { ...written.links, value: checked.output.links };
    if (written.text) written.text = { ...written.text, value: checked.output.text };
    for (const part of profileParts) if (sameValue(shown[part], written[part]?.value)) delete written[part];
    setBusy(true);
    try {
      await saveProfileParts(userId, written);
      setEdits({});
      setValidation({});
    } catch (cause) {
      const failure = failureFrom(cause);
      setValidation(failure.validation);
      setProblem(failure.kind === 'validation' ? null : failure.message);
      return failure.validation;
    } finally {
      setBusy(false);
    }
    return null;
  };

  return { values, changed, change, save, busy, problem, validation };
}
