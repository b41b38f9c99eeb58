import { withinEdits } from '#contract/edits.ts';

/** Short names are close to many others, such as HOME to HOST. */
const maxEdits = (name: string): number => (name.length < 6 ? 1 : name.length < 12 ? 2 : 3);

function nearestTo(typed: string, known: readonly string[]): string | undefined {
  const isWithin = (setting: string, edits: number) =>
    edits <= maxEdits(setting) && withinEdits(typed.toUpperCase(), setting, edits);
  for (const edits of [0, 1, 2, 3]) {
    const nearest = known.find((setting) => isWithin(setting, edits));
    if (nearest) return nearest;
  }
  return undefined;
}

/** Returns a sentence for each variable whose name is nearly a setting's. Never contains a value. */
export const misspelledIn = (env: Record<string, string | undefined>, known: readonly string[]): string[] =>
  Object.keys(env)
    .filter((name) => env[name] && !known.includes(name))
    .flatMap((name) => {
      const nearest = nearestTo(name, known);
      return nearest ? [`${name} is not a setting, so it is ignored. Did you mean ${nearest}?`] : [];
    });
