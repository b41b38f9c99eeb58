/** The name of a site whose operator has set none. */
export const defaultSiteName = 'Headbadge';
/** The color of the badge: `--badge` in sRGB. */
export const defaultColor = '#fbcb19';

/** Letters on the badge, `--on-badge`, and the lightest dark background beside it, `--well`. */
const [letters, darkWell] = ['#13191d', '#202529'];
/** Contrast of text, and of controls (WCAG 2.2, 1.4.3 and 1.4.11). */
const [textContrast, controlContrast] = [4.5, 3];

type Rgb = readonly [red: number, green: number, blue: number];

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** Writes a color as `#rrggbb`. */
export const asHex = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminanceOf(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors (WCAG 2.2), 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map((hex) => luminanceOf(rgbOf(hex)) + 0.05).sort((a, b) => b - a);
  return light / dark;
}

/** Whether dark letters can be read on a color, and its buttons be seen on a dark page. */
export const isReadable = (hex: string): boolean =>
  contrastOf(hex, letters) >= textContrast && contrastOf(hex, darkWell) >= controlContrast;

/** The color itself, or the least light mix with white on which letters can be read. */
export function readableColor(hex: string): Rgb {
  const rgb = rgbOf(hex);
  for (let white = 0; white <= 100; white += 1) {
    const [red, green, blue] = rgb.map((part) => part + ((255 - part) * white) / 100) as [number, number, number];
    if (isReadable(asHex([red, green, blue]))) return [red, green, blue];
  }
  return [255, 255, 255];
}
