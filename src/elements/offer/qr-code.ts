import { generate } from 'lean-qr';

/** A QR code: the path of its dark modules, in a square of `side` modules that includes the light margin. */
export interface QrCode {
  readonly side: number;
  readonly path: string;
}

/** The light margin around the code: scanners need four modules. */
const QUIET_ZONE = 4;

/**
 * The QR code of an address; undefined if it is too long for one. This module is loaded only when needed: few pages show a code,
 * and the encoder is large.
 */
export function qrCodeOf(address: string): QrCode | undefined {
  let code;
  try {
    code = generate(address);
  } catch {
    return undefined;
  }
  // A rectangle for each run of dark modules in a row.
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      const start = x;
      while (code.get(x, y)) x += 1;
      if (x > start) path += `M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${x - start}v1h${start - x}z`;
    }
  }
  return { side: code.size + 2 * QUIET_ZONE, path };
}
