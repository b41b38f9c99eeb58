import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { describe, type Guards, queryOf, type Visitor } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { flagOfPath, listCountries, listRegions } from '#contract/places.ts';
import { Problem } from '#contract/problems.ts';
import { countryList, countryName, regionList } from './places.lists.ts';

export const placeRoutes = ({ cached }: Guards) =>
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
    );

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
