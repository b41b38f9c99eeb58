// Color math in OKLCH; every function returns plain hex.
export type Lch = { l: number; c: number; h: number };

const lin = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const gam = (v: number): number => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

function labToRgb(L: number, a: number, b: number): number[] {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const byte = (v: number): string =>
  Math.round(Math.min(1, Math.max(0, gam(Math.max(0, v)))) * 255)
    .toString(16)
    .padStart(2, '0');

/** OKLCH to hex; chroma is reduced until the colour fits sRGB. */
export function lch(l: number, c: number, h: number): string {
  const L = Math.min(0.995, Math.max(0.02, l));
  const t = (h * Math.PI) / 180;
  let C = Math.max(0, c);
  let rgb = [0, 0, 0];
  for (let i = 0; i < 24; i++) {
    rgb = labToRgb(L, C * Math.cos(t), C * Math.sin(t));
    if (rgb.every((v) => v > -0.002 && v < 1.002)) break;
    C *= 0.93;
  }
  return `#${rgb.map(byte).join('')}`;
}

function toLab(hex: string): [number, number, number] {
  const n = parseInt(hex.slice(1), 16);
  const r = lin((n >> 16) / 255),
    g = lin(((n >> 8) & 255) / 255),
    b = lin((n & 255) / 255);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

export function toLch(hex: string): Lch {
  const [l, a, b] = toLab(hex);
  return { l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

/** Mixes two hex colors in OKLab; t = 0 gives a, t = 1 gives b. */
export function mix(a: string, b: string, t: number): string {
  const p = toLab(a),
    q = toLab(b);
  const between = (i: 0 | 1 | 2): number => p[i] + (q[i] - p[i]) * t;
  return `#${labToRgb(between(0), between(1), between(2)).map(byte).join('')}`;
}

/** Moves a hex color by lightness, chroma factor and hue degrees. */
export function move(hex: string, dl: number, cf = 1, dh = 0): string {
  const { l, c, h } = toLch(hex);
  return lch(l + dl, c * cf, h + dh);
}
