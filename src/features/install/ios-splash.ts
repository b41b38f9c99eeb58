import { idle } from '#src/lib/idle.ts';

/** Share of the screen's shorter side that the badge takes. */
const badgeShare = 0.28;

async function badge(): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = '/icon-512.png';
  await image.decode();
  return image;
}

/** Draws the badge on a ground, in the pixels of this screen. Returns a data URL. */
function draw(mark: HTMLImageElement, ground: string, width: number, height: number): string {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return '';
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  const size = Math.round(Math.min(width, height) * badgeShare);
  context.drawImage(mark, (width - size) / 2, (height - size) / 2, size, size);
  return canvas.toDataURL('image/png');
}

function add(tag: 'link' | 'meta', attributes: Record<string, string>): void {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.head.append(element);
}

/**
 * Adds the pictures that iOS shows while the installed app starts. iOS reads them when the app is added to the home
 * screen, wants one in the exact size of each device, and shows a white screen otherwise. Drawn here, they fit any
 * device and cost the others nothing.
 */
export async function addSplash(): Promise<void> {
  const mark = await badge();
  const [short = 0, long = 0] = [screen.width, screen.height]
    .map((side) => side * devicePixelRatio)
    .sort((a, b) => a - b);
  add('meta', { name: 'apple-mobile-web-app-capable', content: 'yes' });
  for (const { media, content } of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    for (const [orientation, width, height] of [
      ['portrait', short, long],
      ['landscape', long, short],
    ] as const) {
      await idle();
      add('link', {
        rel: 'apple-touch-startup-image',
        media: `${media} and (orientation: ${orientation})`,
        href: draw(mark, content, width, height),
      });
    }
  }
}
