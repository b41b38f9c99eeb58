import { join } from 'node:path';
import type { Log } from '../logs.ts';
import type { Config } from '../settings/config.ts';
import { FolderStorage } from './folder.ts';
import type { Storage } from './port.ts';
import { S3Storage } from './s3.ts';

/** Opens the storage of the settings and checks that it works. @throws CannotStore */
export async function openStorage(config: Pick<Config, 'storage' | 'dataDir'>, log: Log): Promise<Storage> {
  const storage = config.storage
    ? new S3Storage(config.storage, log)
    : new FolderStorage(join(config.dataDir, 'photos'));
  await storage.check();
  return storage;
}
