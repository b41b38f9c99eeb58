// Stroke letters for down-tube words, so no font is needed.
import { dist, n, type Pen, type Pt } from './pen.ts';

const GLYPH: Record<string, string> = {
  A: 'M0 10L3.5 0L7 10M1.3 6.6H5.7',
  B: 'M0 0V10H4Q7 10 7 7.4Q7 5 4 5H0M0 0H3.6Q6.2 0 6.2 2.5Q6.2 5 3.6 5',
  C: 'M7 1.6Q5.8 0 3.8 0Q0 0 0 5Q0 10 3.8 10Q5.8 10 7 8.4',
  D: 'M0 0V10H3Q7 10 7 5Q7 0 3 0Z',
  E: 'M6 0H0V10H6M0 5H5',
  F: 'M6 0H0V10M0 5H5',
  G: 'M7 1.6Q5.8 0 3.8 0Q0 0 0 5Q0 10 3.8 10Q7 10 7 6V5.4H4',
  H: 'M0 0V10M7 0V10M0 5H7',
  I: 'M0 0V10',
  J: 'M5 0V7Q5 10 2.4 10Q.6 10 0 8.4',
  K: 'M0 0V10M6.6 0L0 5.6M2.4 4L7 10',
  L: 'M0 0V10H5.6',
  M: 'M0 10V0L4 6.4L8 0V10',
  N: 'M0 10V0L7 10V0',
  O: 'M3.8 0Q0 0 0 5Q0 10 3.8 10Q7.6 10 7.6 5Q7.6 0 3.8 0Z',
  P: 'M0 10V0H3.8Q6.8 0 6.8 2.8Q6.8 5.6 3.8 5.6H0',
  Q: 'M3.8 0Q0 0 0 5Q0 10 3.8 10Q7.6 10 7.6 5Q7.6 0 3.8 0ZM5 7.4L7.8 10.4',
  R: 'M0 10V0H3.8Q6.6 0 6.6 2.7Q6.6 5.4 3.8 5.4H0M3.6 5.4L7 10',
  S: 'M6.4 1.5Q5.4 0 3.4 0Q.4 0 .4 2.5Q.4 4.5 3.4 5Q6.6 5.5 6.6 7.6Q6.6 10 3.4 10Q1.2 10 0 8.3',
  T: 'M0 0H7M3.5 0V10',
  U: 'M0 0V6.4Q0 10 3.5 10Q7 10 7 6.4V0',
  V: 'M0 0L3.5 10L7 0',
  W: 'M0 0L2.4 10L5 2L7.6 10L10 0',
  X: 'M0 0L7 10M7 0L0 10',
  Y: 'M0 0L3.5 5L7 0M3.5 5V10',
  Z: 'M0 0H6.6L0 10H6.6',
};
const WIDTH: Record<string, number> = { E: 6, F: 6, I: 0, J: 5, L: 5.6, M: 8, O: 7.6, Q: 7.8, W: 10 };

/** Draws a word that reads from a towards b, centered on the line between them. */
export function wordmark(pen: Pen, a: Pt, b: Pt, size: number, color: string, word: string, bold: boolean): void {
  const gap = 3.4,
    letters = [...word.toUpperCase()].filter((ch) => GLYPH[ch]).slice(0, 10);
  if (!letters.length) return;
  const total = letters.reduce((s, ch) => s + (WIDTH[ch] ?? 7) + gap, -gap),
    room = dist(a, b);
  const k = Math.min(size / 10, (room * 0.96) / total);
  const deg = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  let x = (room / k - total) / 2,
    d = '';
  for (const ch of letters) {
    d += `<path d="${GLYPH[ch]}" transform="translate(${n(x)} -5)"/>`;
    x += (WIDTH[ch] ?? 7) + gap;
  }
  const o = pen.mirrored ? b : a;
  pen.raw(
    `<g transform="translate(${n(o.x)} ${n(o.y)}) rotate(${n(deg)}) scale(${pen.mirrored ? '-' : ''}${k.toFixed(2)} ${k.toFixed(2)})" fill="none" stroke="${color}" stroke-width="${bold ? 2.3 : 1.7}" stroke-linejoin="round" stroke-linecap="square"><g transform="skewX(-8)">${d}</g></g>`,
  );
}
