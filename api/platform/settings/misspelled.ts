/** Counts the letters to add, remove, change or swap with their neighbor to turn one word into the other. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const at = (up: number, left: number) => (up === 0 ? row[j - left] : rows[i - up]?.[j - left]) ?? 0;
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(1, 0) + 1,
          at(0, 1) + 1,
          at(1, 1) + (isSame ? 0 : 1),
          isSwapped ? at(2, 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

/** Short names are close to many others, such as HOME to HOST. */
const maxDistance = (name: string): number => (name.length < 6 ? 1 : name.length < 12 ? 2 : 3);

/** Returns a sentence for each variable whose name is nearly a setting's. Never contains a value. */
export function misspelledIn(env: Record<string, string | undefined>, known: readonly string[]): string[] {
  return Object.keys(env)
    .filter((name) => env[name] && !known.includes(name))
    .flatMap((name) => {
      const nearest = known
        .map((setting) => ({ setting, far: distance(name.toUpperCase(), setting) }))
        .filter(({ setting, far }) => far <= maxDistance(setting))
        .sort((a, b) => a.far - b.far)[0];
      return nearest ? [`${name} is not a setting, so it is ignored. Did you mean ${nearest.setting}?`] : [];
    });
}
