// Writes placeholders.json, so that seeding the community draws nothing: node api/demo/make-placeholders.ts
import { writeFileSync } from 'node:fs';
import { castBikes } from './cast.ts';
import { placeholderOf } from './placeholder.ts';

const placeholders: Record<string, string[]> = {};
for (const { seed, drawings } of castBikes()) {
  const hashes: string[] = [];
  for (const drawing of drawings) hashes.push(await placeholderOf(drawing));
  placeholders[seed] = hashes;
}
const lines = Object.entries(placeholders).map(
  ([seed, hashes]) => `${JSON.stringify(seed)}: ${JSON.stringify(hashes)}`,
);
writeFileSync(new URL('./placeholders.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`);
