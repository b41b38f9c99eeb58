import { startEmbeddedMongo } from '../embedded.ts';

/** Starts a database on a folder and reports success, or the error. */
const [folder = ''] = process.argv.slice(2);
try {
  await startEmbeddedMongo({ folder });
  process.stdout.write('started\n');
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
