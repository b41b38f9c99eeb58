import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The subscription's public key and its secret, in base64url. */
type Recipient = { p256dh: string; auth: string };

const curve = 'prime256v1';
/** Longer than any payload, so that there is one record. */
const recordSize = 4096;
/** Marks the last record (RFC 8188, 2). */
const delimiter = 2;

/** A label as it is hashed: with a zero byte at its end. */
const labelOf = (text: string): Buffer => Buffer.concat([Buffer.from(text), Buffer.alloc(1)]);
const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

const sharedSecret = (privateKey: Buffer, publicKey: Buffer): Buffer => {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(privateKey);
  return ecdh.computeSecret(publicKey);
};

/** Whether a text is a point on the curve, so that a payload can be encrypted for it. */
export function isPublicKey(p256dh: string): boolean {
  try {
    sharedSecret(newKey(), Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

function newKey(): Buffer {
  const ecdh = createECDH(curve);
  ecdh.generateKeys();
  return ecdh.getPrivateKey();
}

/**
 * Encrypts a payload for a browser (RFC 8291, aes128gcm).
 * @param payload at most 3,993 bytes
 * @param random the salt of 16 bytes and the sender's private key; random unless a test gives them
 */
export function encryptPush(
  payload: Buffer,
  { p256dh, auth }: Recipient,
  random = { salt: randomBytes(16), privateKey: newKey() },
): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url');
  const own = createECDH(curve);
  own.setPrivateKey(random.privateKey);
  const sender = own.getPublicKey();
  const info = Buffer.concat([labelOf('WebPush: info'), receiver, sender]);
  const key = derive(own.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32);
  const contentKey = derive(key, random.salt, labelOf('Content-Encoding: aes128gcm'), 16);
  const nonce = derive(key, random.salt, labelOf('Content-Encoding: nonce'), 12);
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce);
  const encrypted = [cipher.update(payload), cipher.update(Buffer.from([delimiter])), cipher.final()];
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head.writeUInt8(sender.length, 4);
  return Buffer.concat([random.salt, head, sender, ...encrypted, cipher.getAuthTag()]);
}
