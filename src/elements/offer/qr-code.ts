import { generate } from 'lean-qr';

/** A QR code as the path of its dark modules in a square of `side` modules, its light frame included. */
export interface QrCode {
  readonly side: number;
  readonly path: string;
}

/** Light modules around the code; scanners need four of them. */
const QUIET = 4;

/**
 * The QR code of an address; undefined when it is too long for one. Loaded when one is asked for: few pages show a code,
 * and its making weighs more than the way to draw it.
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
      if (x > start) path += `M${start + QUIET} ${y + QUIET}h${x - start}v1h${start - x}z`;
    }
  }
  return { side: code.size + 2 * QUIET, path };
}
