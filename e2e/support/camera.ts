import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encode } from 'uqr';

const [width, height, scale] = [640, 480, 6];

/** A picture of a QR code as a film of one frame: YUV4MPEG2, 4:2:0, dark on white, a little off the middle. */
function film(text: string): Buffer {
  const { data, size } = encode(text, { border: 4, ecc: 'M' });
  const side = size * scale;
  if (side > height) throw new Error(`a code of ${size} cells does not fit`);
  const [left, top] = [Math.floor((width - side) / 3), Math.floor((height - side) / 2)];
  const light = Buffer.alloc(width * height, 180);
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries())
      for (let line = 0; line < scale; line++) {
        const at = (top + y * scale + line) * width + left + x * scale;
        light.fill(dark ? 40 : 230, at, at + scale);
      }
  const colors = Buffer.alloc((width * height) / 2, 128);
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`;
  return Buffer.concat([Buffer.from(head), light, colors]);
}

/** Arguments of a Chromium whose camera sees a QR code. */
export function cameraSees(text: string): string[] {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'holdfast-camera-')), 'code.y4m');
  writeFileSync(file, film(text));
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`];
}
