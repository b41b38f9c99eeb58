import { join } from 'node:path';
import { bikeId } from './bikes.ts';
import { openMongoBikes } from './mongo.ts';
import { PlainBikes } from './plain.ts';

/**
 * Opens the bikes of a folder in a new process, reads one, then many, and writes `{ start, memory }` to standard
 * output, in milliseconds and megabytes.
 */
const [kind, folder = '', bikes = '1', operations = '0'] = process.argv.slice(2);
const anyId = (): string => bikeId(Math.floor(Math.random() * Number(bikes)));

const start = performance.now();
const mongo = kind === 'mongo' ? await openMongoBikes(folder) : undefined;
const plain = mongo ? undefined : new PlainBikes(join(folder, 'plain.db'));
const one = (): unknown => mongo?.bikes.findOne({ _id: anyId() }) ?? plain?.find(anyId());
const page = (): unknown => mongo?.recent(24) ?? plain?.recent(24);
const like = (): unknown =>
  mongo?.bikes.updateOne({ _id: anyId() }, { $inc: { 'counts.likes': 1 } }) ?? plain?.like(anyId());
if (!(await one())) throw new Error('there is no such bike');
const started = performance.now() - start;
// Mostly reads, as on a site: one of twenty operations is a page, and one a write.
for (let i = 0; i < Number(operations); i++) await (i % 20 ? one() : i % 40 ? like() : page());
process.stdout.write(JSON.stringify({ start: started, memory: process.memoryUsage.rss() / 1e6 }));
await mongo?.close();
plain?.close();
