import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { type QrCode, qrCodeOf } from '../../../src/elements/offer/qr-code.js';

const SCALE = 4;

/** The code as a camera sees it: RGBA, dark modules black on white. */
function photograph({ side, path }: QrCode): { readonly data: Uint8ClampedArray; readonly width: number } {
  const width = side * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(length)) * SCALE; column += 1) {
        data.set([0, 0, 0], (row * width + column) * 4);
      }
    }
  }
  return { data, width };
}

test.each([
  ['https://gateway.example/products/prd_1/pay'],
  ['http://127.0.0.1:4010/products/prd_fowvlqsfjrvwhyymsyytfuhtgi/pay'],
  [`https://gateway.example/pay?next=${'a'.repeat(400)}&x=%D0%96`],
])('a QR code reader reads %s', (url) => {
  const { data, width } = photograph(qrCodeOf(url)!);
  expect(jsQR(data, width, width)?.data).toBe(url);
});
