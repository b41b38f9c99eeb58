import type { Id } from './id-schema.ts';

export type { Id };

/**
 * Creates a UUIDv7: 48 bits of time, then random bits.
 * @param time milliseconds since the epoch
 * @param random 10 random bytes
 */
export function newId(time: number = Date.now(), random: Uint8Array = crypto.getRandomValues(new Uint8Array(10))): Id {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint32(0, Math.floor(time / 0x10000));
  new DataView(bytes.buffer).setUint16(4, time % 0x10000);
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
