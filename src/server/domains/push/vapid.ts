import { createECDH, hkdfSync } from 'node:crypto';

/** The number of points of P-256 (FIPS 186-5); a private key lies between 0 and it. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * The pair the product proves itself with to push services (RFC 8292). It comes out of the secret that the first start
 * makes: processes that share the secret share the pair, and no copy of the database holds it.
 */
export function vapidKeysOf(secret: Buffer): VapidKeys {
  for (let turn = 0; ; turn += 1) {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', `mingshi web push ${turn}`, 32));
    const value = BigInt(`0x${bytes.toString('hex')}`);
    // About one in four thousand million is no key.
    if (value === 0n || value >= order) continue;
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(bytes);
    return { publicKey: pair.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
  }
}

/** Whether a browser's public key lies on the curve; one that does not would fail at every message. */
export function isPoint(publicKey: string) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  try {
    pair.computeSecret(publicKey, 'base64url');
    return true;
  } catch {
    return false;
  }
}
