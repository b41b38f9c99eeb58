import sharp from 'sharp';
import type { Raw } from '../illustrator/render.ts';

/** Interpolates one channel of the color between pixels. */
function sample({ data, width, height }: Raw, x: number, y: number, channel: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number): number => {
    const [inX, inY] = [Math.min(width - 1, Math.max(0, column)), Math.min(height - 1, Math.max(0, row))];
    return data[(inY * width + inX) * 3 + channel] ?? 0;
  };
  const [across, down] = [x - left, y - top];
  const upper = at(left, top) * (1 - across) + at(left + 1, top) * across;
  const lower = at(left, top + 1) * (1 - across) + at(left + 1, top + 1) * across;
  return upper * (1 - down) + lower * down;
}

/** Simulates a wide lens from close by: the middle swells. @param by strength, 0 to 1 */
export function bulged(picture: Raw, by: number): Raw {
  const { width, height } = picture;
  const data = Buffer.alloc(width * height * 3);
  const [middleX, middleY] = [width / 2, height / 2];
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [across, down] = [(x - middleX) / middleX, (y - middleY) / middleX];
      const near = 1 - by * Math.max(0, 1 - across ** 2 - down ** 2);
      for (let channel = 0; channel < 3; channel += 1, i += 1) {
        data[i] = sample(picture, middleX + across * near * middleX, middleY + down * near * middleX, channel);
      }
    }
  }
  return { data, width, height, channels: 3 };
}

/** Crops to `width` pixels around a point, keeping the proportions. @param at the point as fractions of the size */
export async function closeUp(picture: Raw, at: { x: number; y: number }, width: number): Promise<Raw> {
  const height = Math.round((width * picture.height) / picture.width);
  const left = Math.round(at.x * picture.width - width / 2);
  const top = Math.round(at.y * picture.height - height / 2);
  const data = await sharp(picture.data, { raw: picture }).extract({ left, top, width, height }).raw().toBuffer();
  return { data, width, height, channels: 3 };
}

/** Simulates a tilted camera: rotates the picture by some degrees and crops it. */
export async function tilted(picture: Raw, degrees: number, width: number): Promise<Raw> {
  const height = Math.round((width * picture.height) / picture.width);
  const turned = await sharp(picture.data, { raw: picture })
    .rotate(degrees)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width: across, height: down } = turned.info;
  const place = { left: Math.round((across - width) / 2), top: Math.round((down - height) / 2), width, height };
  const data = await sharp(turned.data, { raw: turned.info }).extract(place).raw().toBuffer();
  return { data, width, height, channels: 3 };
}
