import { n } from '../ink/pen.ts';

export const rect = (x: number, y: number, w: number, h: number, fill: string, extra = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${extra ? ` ${extra}` : ''}/>`;
export const path = (d: string, fill: string, extra = ''): string =>
  `<path d="${d}" fill="${fill}"${extra ? ` ${extra}` : ''}/>`;
export const stroke = (d: string, w: number, color: string, extra = ''): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${n(w)}"${extra ? ` ${extra}` : ''}/>`;
export const disc = (x: number, y: number, r: number, fill: string, extra = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${extra ? ` ${extra}` : ''}/>`;

let gid = 0;
export const resetIds = (): void => {
  gid = 0;
};
export function vertical(stops: [number, string, number?][], box = ''): { def: string; url: string } {
  const id = `s${gid++}`;
  return {
    def: `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"${box}>${stops.map(([o, c, a]) => `<stop offset="${o}" stop-color="${c}"${a !== undefined ? ` stop-opacity="${a}"` : ''}/>`).join('')}</linearGradient>`,
    url: `url(#${id})`,
  };
}
export function horizontal(stops: [number, string, number?][]): { def: string; url: string } {
  const g = vertical(stops);
  return { def: g.def.replace('x1="0" y1="0" x2="0" y2="1"', 'x1="0" y1="0" x2="1" y2="0"'), url: g.url };
}
export function radial(stops: [number, string, number?][], cx = 0.5, cy = 0.5, rr = 0.5): { def: string; url: string } {
  const id = `s${gid++}`;
  return {
    def: `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${rr}">${stops.map(([o, c, a]) => `<stop offset="${o}" stop-color="${c}"${a !== undefined ? ` stop-opacity="${a}"` : ''}/>`).join('')}</radialGradient>`,
    url: `url(#${id})`,
  };
}
