import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, Hono } from 'hono';
import { describe, type Guards, queryOf, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { getPlace, listPlaceBikes, placeCodeOf } from '#contract/place-page.ts';
import { flagOfPath, listCountries, listRegions } from '#contract/places.ts';
import { Problem } from '#contract/problems.ts';
import { countryList, countryName, regionList } from './places.lists.ts';
import type { PlaceService } from './places.service.ts';

export const placeRoutes = (places: PlaceService, { cached }: Guards) =>
  new Hono<Visitor>()
    .get(listCountries.path, describe(listCountries, 'Countries and territories (ISO 3166-1)'), cached, (c) =>
      c.json(ok([...countryList()])),
    )
    .get(
      listRegions.path,
      describe(listRegions, 'The parts of a country (ISO 3166-2)'),
      queryOf(listRegions),
      cached,
      (c) => c.json(ok([...regionList(c.req.valid('query').country)])),
    )
    .get(getPlace.path, describe(getPlace, 'A country or region'), cached, async (c) =>
      c.json(ok(await places.page(placeIn(c)))),
    )
    .get(
      listPlaceBikes.path,
      describe(listPlaceBikes, 'The bikes of a country or region'),
      queryOf(listPlaceBikes),
      cached,
      async (c) => c.json(ok(await places.bikes(placeIn(c), c.req.valid('query')))),
    );

/** @throws not_found */
function placeIn(c: Context): string {
  const code = placeCodeOf(c.req.param('place') ?? '');
  if (!code) throw new Problem('not_found');
  return code;
}

const forever = 'public, max-age=31536000, immutable';
/** A flag is a separate document: it may have inline styles, and nothing else. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";
const flags = join(dirname(fileURLToPath(import.meta.resolve('flag-icons/package.json'))), 'flags/4x3');

/** Flags of the listed countries. */
export const flagRoutes = () =>
  new Hono<Visitor>().get('/images/flags/:file', async (c) => {
    const country = flagOfPath(c.req.path);
    if (!country || countryName(country) === undefined) throw new Problem('not_found');
    c.set('policy', policy);
    c.header('Cache-Control', forever);
    c.header('Content-Type', 'image/svg+xml');
    return c.body(await readFile(join(flags, `${country.toLowerCase()}.svg`)));
  });
