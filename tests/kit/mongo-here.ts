import type { EmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { placesIn } from '#api/embedded-mongo/server/folder.ts';
import { EmbeddedServer } from '#api/embedded-mongo/server/server.ts';

/** Tests move the clock, but not that of the database. */
const { now } = Date;

/**
 * Starts the embedded database in this thread. In one of its own, as a site starts it, each command takes half as much
 * processor time again, because the threads wake each other.
 */
export async function startMongoHere(folder: string): Promise<EmbeddedMongo> {
  const places = placesIn(folder);
  const server = new EmbeddedServer({ file: places.file, synchronous: 'NORMAL', now });
  await server.listen({ path: places.socket });
  places.announce();
  return {
    url: `mongodb://${encodeURIComponent(places.socket)}/?directConnection=true`,
    async close() {
      await server.close();
      places.tidy();
    },
  };
}
