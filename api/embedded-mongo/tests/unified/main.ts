import { existsSync } from 'node:fs';
import { startTestDatabase } from '../kit.ts';
import { fewestPasses, runSuite } from './suite.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const folder = process.env.MONGODB_SPEC_TESTS;

/** Runs MongoDB's unified tests on a temporary database. Exits with 1 if a test in scope fails, or too few pass. */
async function main(where: string): Promise<void> {
  const own = await startTestDatabase();
  const { lines, faults, passed } = await runSuite(own.embedded.url, where);
  await own.close();
  if (passed < fewestPasses) say(`FAULT: ${passed} passed where ${fewestPasses} did before.`);
  for (const line of lines) say(line);
  process.exitCode = faults.length || passed < fewestPasses ? 1 : 0;
}

if (!folder) say("Nothing to do: MONGODB_SPEC_TESTS names no folder of MongoDB's unified tests.");
else if (existsSync(folder)) await main(folder);
else {
  say(`There is no folder ${folder}, which MONGODB_SPEC_TESTS names.`);
  process.exitCode = 1;
}
