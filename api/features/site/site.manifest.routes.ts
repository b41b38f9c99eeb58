import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import sharp from 'sharp';
import type { Visitor } from '#api/platform/http/kit.ts';
import type { SiteSettings } from '#api/platform/settings/site-settings.ts';
import { manifestFileOf } from '#contract/language-choice.ts';
import { siteLanguageTags } from '#contract/languages.ts';
import { Problem } from '#contract/problems.ts';
import { markIcon } from '#contract/site-icon.ts';

type Manifest = { icons: { src: string; sizes: string }[] };

/** The badge in its own color, in the picture of the build. */
const drawnColor = /#f6c41c/gi;
const forever = 'public, max-age=31536000, immutable';
/** Sizes of icons in pixels. */
const sizes = [180, 192, 512];
/** The share of an opaque icon that the badge fills: a system may crop the rest. */
const opaqueShare = 0.6;
const ground = '#14191d';
const clear = { r: 0, g: 0, b: 0, alpha: 0 };

async function drawIcon(badge: string, size: number, isOpaque: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const width = Math.round(size * (isOpaque ? opaqueShare : 1));
  const picture = await sharp(Buffer.from(badge), { density: width }).resize(width, width).png().toBuffer();
  const sheet = { width: size, height: size, channels: 4, background: isOpaque ? ground : clear } as const;
  const icon = await sharp({ create: sheet })
    .composite([{ input: picture }])
    .png()
    .toBuffer();
  return new Uint8Array(icon);
}

/** The web app manifest and the icons of a site with a name or color of its own. @param page the built page's folder */
export function manifestRoutes(site: SiteSettings, page: string): Hono<Visitor> {
  /** Only in the current color, so that nobody has others drawn. */
  const badgeIn = async (color: string): Promise<string> => {
    if (site.current.settings.color !== `#${color}`) throw new Problem('not_found');
    return (await readFile(join(page, 'favicon.svg'), 'utf8')).replace(drawnColor, `#${color}`);
  };
  const routes = new Hono<Visitor>();
  for (const file of siteLanguageTags.map(manifestFileOf)) {
    routes.get(`/${file}`, async (c, next) => {
      const { name, color } = site.current.settings;
      const text = (name || color) && (await readFile(join(page, file), 'utf8').catch(() => null));
      // The language's files may not be made yet; the routes of pages make them.
      if (!text) return next();
      const built = JSON.parse(text) as Manifest;
      const icons = built.icons.map((icon) => {
        const [size = ''] = icon.sizes.split('x');
        return color ? { ...icon, src: markIcon(color, size, icon.src.includes('maskable')) } : icon;
      });
      const named = name && { name, short_name: name };
      const own = { ...built, ...named, ...(color && { theme_color: color }), icons };
      const headers = { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' };
      return c.body(JSON.stringify(own), 200, headers);
    });
  }
  return routes
    .get('/images/mark/:file{[0-9a-f]{6}\\.svg}', async (c) => {
      const badge = await badgeIn(c.req.param('file').slice(0, 6));
      return c.body(badge, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': forever });
    })
    .get('/images/mark/:file{[0-9a-f]{6}-m?[0-9]{3}\\.png}', async (c) => {
      const [color = '', rest = ''] = c.req.param('file').split(/[-.]/);
      const size = Number(rest.replace('m', ''));
      if (!sizes.includes(size)) throw new Problem('not_found');
      const icon = await drawIcon(await badgeIn(color), size, rest.startsWith('m'));
      return c.body(icon, 200, { 'Content-Type': 'image/png', 'Cache-Control': forever });
    });
}
