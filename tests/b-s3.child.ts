import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TestS3 } from '#tests/kit/s3/server.ts';
const s3 = await TestS3.open();
const root = '/tmp/b-site/photos';
for (const name of readdirSync(root, { recursive: true }) as string[])
  if (!name.startsWith('unfinished') && statSync(join(root, name)).isFile())
    s3.objects.set(`prefix/${name}`, { bytes: readFileSync(join(root, name)), headers: {} });
console.log(s3.url({ prefix: '/prefix' }));
console.log(`pid=${process.pid} objects=${s3.objects.size}`);
