// Renders SVG to pixels. Everything but the bike is drawn small and softened, which gives a shallow depth of field,
// smaller files and a faster rendering.
import sharp, { type Sharp } from 'sharp';
import { LAYER } from './scenes/stage.ts';

export type Box = [x: number, y: number, width: number, height: number];
export type Raw = { data: Buffer; width: number; height: number; channels: 3 | 4 };

interface Picture {
  box: Box;
  width: number;
  height: number;
  focus: number;
  far: string;
  ground: string;
  shadow: string;
  front: string;
  light: string;
  bike: string;
}

const HEAD = /viewBox="(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+)" width="(\d+)" height="(\d+)" data-focus="([\d.]+)">/;

function readPicture(svg: string): Picture {
  const head = HEAD.exec(svg);
  if (!head) throw new Error('not a picture from drawBike');
  const at = (i: number): number => Number(head[i]);
  const layers = svg.slice(head.index + head[0].length, -'</svg>'.length).split(LAYER);
  const [far = '', ground = '', shadow = '', front = '', light = '', bike = ''] = layers;
  const box: Box = [at(1), at(2), at(3), at(4)];
  return { box, width: at(5), height: at(6), focus: at(7), far, ground, shadow, front, light, bike };
}

async function pixels(img: Sharp): Promise<Raw> {
  const { data, info } = await img.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 };
}

function paint(body: string, box: Box, w: number, h: number, blur = 0): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" width="${w}" height="${h}" preserveAspectRatio="none">${body}</svg>`;
  const img = sharp(Buffer.from(svg), { unlimited: true });
  return blur >= 0.3 ? img.blur(blur) : img;
}

/** Composites an RGBA layer over opaque RGB pixels of the same size. */
function over(base: Buffer, layer: Buffer): void {
  for (let i = 0, j = 0; j < layer.length; i += 3, j += 4) {
    const alpha = layer[j + 3] ?? 0;
    if (alpha === 0) continue;
    for (let c = 0; c < 3; c++) {
      const top = layer[j + c] ?? 0;
      const under = base[i + c] ?? 0;
      base[i + c] = alpha === 255 ? top : under + ((top - under) * alpha + 127) / 255;
    }
  }
}

/** Adds a little deterministic noise: breaks up bands in soft gradients and looks like film. */
function grain(data: Buffer): void {
  let a = 0x2545f491;
  for (let i = 0; i + 2 < data.length; i += 3) {
    a ^= a << 13;
    a ^= a >>> 17;
    a ^= a << 5;
    const d = ((a & 7) + ((a >>> 3) & 7) + ((a >>> 6) & 7) - 10) * 0.36;
    for (let c = 0; c < 3; c++) {
      const v = (data[i + c] ?? 0) + d + ((a >>> (9 + c * 3)) & 7) / 8;
      data[i + c] = Math.max(0, Math.min(v, 255));
    }
  }
}

const isDrawn = (body: string): boolean => body.length > 40;

/**
 * Renders the finished picture as raw pixels.
 * @param svg the unchanged result of drawBike: its layers are split at their separators
 * @param width in pixels; the height follows from the aspect ratio
 */
export async function flatten(svg: string, width: number): Promise<Raw> {
  const { box, focus, ...picture } = readPicture(svg);
  const height = Math.round((width * picture.height) / picture.width);
  const w = Math.round(width / 2);
  const h = Math.round(height / 2);
  const k = w / box[2];
  const closeUp = box[2] < 900;
  const deep = focus * k > 1.1;
  const sharpBike = pixels(paint(picture.bike, box, width, height).ensureAlpha());
  const layers: Promise<Raw>[] = [];
  if (isDrawn(picture.ground)) layers.push(pixels(paint(picture.ground, box, w, h, closeUp ? 3 * k : 0).ensureAlpha()));
  layers.push(pixels(paint(picture.shadow + picture.light, box, w, h, 1.8 * k + 0.3).ensureAlpha()));
  if (isDrawn(picture.front)) layers.push(pixels(paint(picture.front, box, w, h, 6 * k).ensureAlpha()));
  // A far layer with a strong blur loses nothing at a quarter of the size.
  const far = deep
    ? paint(picture.far, box, w >> 1, h >> 1, (focus * k) / 2)
    : paint(picture.far, box, w, h, focus > 1 ? focus * k : 0);
  let base = await pixels(far.removeAlpha());
  if (deep) base = await pixels(sharp(base.data, { raw: base }).resize(w, h, { fit: 'fill', kernel: 'cubic' }));
  for (const layer of await Promise.all(layers)) over(base.data, layer.data);
  if (width > 900) grain(base.data);
  const out = await pixels(sharp(base.data, { raw: base }).resize(width, height, { fit: 'fill', kernel: 'cubic' }));
  over(out.data, (await sharpBike).data);
  return out;
}
