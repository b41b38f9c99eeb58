/** Bytes before and after the content of an image, by its type. */
const frames: Record<string, { head: string; tail: string }> = {
  'image/jpeg': { head: '\xff\xd8\xff\xfe\x00\x20', tail: '\xff\xd9' },
  'image/png': { head: '\x89PNG\r\n\x1a\n\0\0\0\x1eIDAT', tail: '\0\0\0\0\0\0\0\0IEND\0\0\0\0' },
  'image/webp': { head: 'RIFF\x22\0\0\0WEBP', tail: '' },
};
/** Bytes of the content; the length fields in the heads are made for it. */
const contentLength = 30;

type Pixels = { data: Uint8ClampedArray };

/** A canvas whose images have a type and a size, but no pixels. It gives back the pixels that are put on it. */
class OffscreenCanvas {
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  getContext(): object {
    let put: Pixels = { data: new Uint8ClampedArray() };
    return {
      createImageData: (width: number, height: number) => ({ data: new Uint8ClampedArray(width * height * 4) }),
      putImageData: (pixels: Pixels) => {
        put = pixels;
      },
      getImageData: () => put,
      fillRect: () => undefined,
      drawImage: () => undefined,
    };
  }

  async convertToBlob({ type = 'image/png' } = {}): Promise<Blob> {
    const { head, tail } = frames[type] ?? { head: '', tail: '' };
    const text = head + `${this.width}x${this.height}`.padEnd(contentLength) + tail;
    return new Blob([Uint8Array.from(text, (one) => one.charCodeAt(0))], { type });
  }
}

async function sizeOf(picture: Blob | undefined) {
  const text = new TextDecoder('latin1').decode(await picture?.arrayBuffer());
  const [, width, height] = /(\d+)x(\d+)/.exec(text) ?? [];
  if (!width || !height) throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
  return { width: Number(width), height: Number(height) };
}

async function createImageBitmap(picture: Blob, { resizeWidth, resizeHeight }: ImageBitmapOptions = {}) {
  const { width, height } = await sizeOf(picture);
  const scale = resizeWidth ? resizeWidth / width : resizeHeight ? resizeHeight / height : 1;
  return { width: Math.ceil(width * scale), height: Math.ceil(height * scale), close: () => undefined };
}

const addresses = new Map<string, Blob>();

class PageURL extends URL {
  static override createObjectURL(picture: Blob): string {
    const address = `blob:${crypto.randomUUID()}`;
    addresses.set(address, picture);
    return address;
  }

  static override revokeObjectURL(address: string): void {
    addresses.delete(address);
  }
}

/** An image element that only reads the size. */
class Image {
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  naturalWidth = 0;
  naturalHeight = 0;

  set src(address: string) {
    sizeOf(addresses.get(address)).then(({ width, height }) => {
      this.naturalWidth = width;
      this.naturalHeight = height;
      this.onload();
    }, this.onerror);
  }
}

Object.assign(globalThis, { OffscreenCanvas, createImageBitmap, Image, URL: PageURL });
