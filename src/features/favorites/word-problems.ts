import * as v from 'valibot';
import { BikeNote, FolderText } from '#contract/favorites.ts';
import { newMemberProblem } from '#src/session/new-member-problem.ts';

/** Returns why a folder's text cannot be saved; null if it can. */
export function textProblem(text: string): string | null {
  const result = v.safeParse(FolderText, { text });
  return result.success ? newMemberProblem(result.output.text) : result.issues[0].message;
}

/** Returns why a note on a bike cannot be saved; null if it can. */
export function noteProblem(note: string): string | null {
  const result = v.safeParse(BikeNote, { note });
  return result.success ? newMemberProblem(result.output.note) : result.issues[0].message;
}
