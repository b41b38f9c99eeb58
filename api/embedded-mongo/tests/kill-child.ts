import { writeSync } from 'node:fs';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../embedded.ts';

/** Writes in an endless loop and prints each acknowledgement: i for an insert, d for a delete, c for a count. */
interface Row extends Document {
  _id: number;
}

const [folder = '', from = '0'] = process.argv.slice(2);
const writers = 32;
const embedded = await startEmbeddedMongo({ folder });
const client = new MongoClient(embedded.url, { maxPoolSize: writers });
const rows: Collection<Row> = client.db('k').collection('rows');
const counters = client.db('k').collection<{ _id: string; n: number }>('counters');
await rows.createIndexes([{ key: { u: 1 }, unique: true }, { key: { tags: 1, at: -1 } }]);

let next = Number(from);
const note = (line: string): void => void writeSync(1, `${line}\n`);

async function writeOn(): Promise<never> {
  for (;;) {
    const n = next++;
    const pad = 'x'.repeat(n % 700);
    await rows.insertOne({ _id: n, u: `u${n}`, tags: ['a', `t${n % 5}`], at: new Date(n), pad });
    note(`i${n}`);
    const counter = `c${n % 3}`;
    const after = await counters.findOneAndUpdate(
      { _id: counter },
      { $inc: { n: 1 } },
      { upsert: true, returnDocument: 'after' },
    );
    note(`${counter}=${after?.n}`);
    if (n % 10 !== 0) continue;
    await rows.deleteOne({ _id: n });
    note(`d${n}`);
  }
}

note('ready');
await Promise.all(Array.from({ length: writers }, writeOn));
