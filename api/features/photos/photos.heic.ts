import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import loadLibheif, { type MainModule } from 'libheif-js/libheif-wasm/libheif.js';

/** The decoded pixels, upright and without metadata, in RGB or RGBA. */
type HeicPixels = {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
  premultiplied: boolean;
  /** The ICC profile of the colors, or the name of one; null for sRGB. */
  profile: Buffer | 'p3' | null;
};

/** Checks the upright size in pixels before it is decoded; throws to refuse it. */
type CheckSize = (width: number, height: number) => void;

const wasm = fileURLToPath(import.meta.resolve('libheif-js/libheif-wasm/libheif.wasm'));

/** From libheif's heif_image.h and heif_color.h. */
const colorspaceRgb = 1;
const interleavedRgb = 10;
const interleavedRgba = 11;
const channelInterleaved = 10;
const nclx = 0x6e636c78;
const displayP3Primaries = 12;
const errorBytes = 12;
/** Where `heif_decoding_options` says that damaged parts are an error. libheif fills them with green otherwise. */
const strictDecoding = 21;

/** Where a profile names the color space of its pixels (ICC.1, 7.2.6). */
const isRgbProfile = (profile: Buffer) => profile.toString('latin1', 16, 20) === 'RGB ';

/** One libheif with a memory of its own, so that no photo can change what is decoded after it. Nothing is freed. */
class Libheif {
  readonly #lib: MainModule;

  constructor(wasmBinary: Buffer) {
    this.#lib = loadLibheif({ wasmBinary });
  }

  #allocate(size: number): number {
    const at = this.#lib._malloc(size);
    if (at === 0) throw new Error('libheif has no memory left.');
    return at;
  }

  #bytes(at: number, length: number): Buffer {
    return Buffer.from(this.#lib.HEAPU8.buffer, at, length);
  }

  #number(at: number): number {
    return this.#bytes(at, 4).readUInt32LE();
  }

  /** @throws Error when libheif reports one at the address that it is given */
  #try(call: (error: number) => void): void {
    const error = this.#allocate(errorBytes);
    call(error);
    const code = this.#number(error);
    if (code !== 0) throw new Error(`libheif: ${code}, ${this.#number(error + 4)}`);
  }

  /** The value that a call writes to the address that it is given. */
  #result(call: (error: number, to: number) => void): number {
    const to = this.#allocate(4);
    this.#try((error) => call(error, to));
    return this.#number(to);
  }

  #profileOf(image: number): Buffer | 'p3' | null {
    const lib = this.#lib;
    const size = lib._heif_image_handle_get_raw_color_profile_size(image);
    if (size > 0) {
      const at = this.#allocate(size);
      this.#try((error) => lib._heif_image_handle_get_raw_color_profile(error, image, at));
      const profile = Buffer.from(this.#bytes(at, size));
      return isRgbProfile(profile) ? profile : null;
    }
    if (lib._heif_image_handle_get_color_profile_type(image) !== nclx) return null;
    const values = this.#result((error, to) => lib._heif_image_handle_get_nclx_color_profile(error, image, to));
    return this.#number(values + 4) === displayP3Primaries ? 'p3' : null;
  }

  decode(file: Buffer, check: CheckSize, maxPixels: number): HeicPixels {
    const lib = this.#lib;
    const context = lib._heif_context_alloc();
    // The pixels of the picture and of each of its parts.
    lib._heif_context_set_maximum_image_size_limit(context, Math.ceil(Math.sqrt(maxPixels)));
    const at = this.#allocate(file.length);
    this.#bytes(at, file.length).set(file);
    this.#try((error) => lib._heif_context_read_from_memory_without_copy(error, context, at, file.length, 0));
    const handle = this.#result((error, to) => lib._heif_context_get_primary_image_handle(error, context, to));
    check(lib._heif_image_handle_get_width(handle), lib._heif_image_handle_get_height(handle));
    const profile = this.#profileOf(handle);
    const hasAlpha = lib._heif_image_handle_has_alpha_channel(handle) !== 0;
    const chroma = hasAlpha ? interleavedRgba : interleavedRgb;
    const channels = hasAlpha ? 4 : 3;
    const options = lib._heif_decoding_options_alloc();
    this.#bytes(options, strictDecoding + 1)[strictDecoding] = 1;
    const image = this.#result((error, to) =>
      lib._heif_decode_image(error, handle, to, colorspaceRgb, chroma, options),
    );
    const width = lib._heif_image_get_width(image, channelInterleaved);
    const height = lib._heif_image_get_height(image, channelInterleaved);
    check(width, height);
    const strideAt = this.#allocate(4);
    const plane = lib._heif_image_get_plane_readonly2(image, channelInterleaved, strideAt);
    const [stride, row] = [this.#number(strideAt), width * channels];
    if (plane === 0 || stride < row) throw new Error('libheif returned no pixels.');
    const rows = this.#bytes(plane, stride * height);
    // Removes the padding of the rows in place: a copy of 48 megapixels is 146 MB.
    for (let y = 1; y < height; y++) rows.copyWithin(y * row, y * stride, y * stride + row);
    const premultiplied = hasAlpha && lib._heif_image_handle_is_premultiplied_alpha(handle) !== 0;
    return { data: rows.subarray(0, row * height), width, height, channels, premultiplied, profile };
  }
}

/** Decodes the primary picture of a HEIC. @throws what `check` throws; Error when it cannot be decoded */
export async function decodeHeic(file: Buffer, check: CheckSize, maxPixels: number): Promise<HeicPixels> {
  return new Libheif(await readFile(wasm)).decode(file, check, maxPixels);
}

/** Length, type, data and CRC of the first chunk of a PNG, after the signature (PNG 3, 11.2.1). */
const headerEnd = 8 + 25;

/** A PNG that says which profile its colors have (PNG 3, 11.3.2.3): sharp would convert them. */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, headerEnd), length, body, checksum, png.subarray(headerEnd)]);
}
