import type { NftProblem } from '@holdfast/contract';
import sharp from 'sharp';

/** Pictures of strangers are decoded here and drawn anew, so that what browsers get are points and nothing else. */

/** A picture that nobody can have, and why. */
export class NoPicture extends Error {
  readonly problem: Exclude<NftProblem, ''>;
  constructor(problem: Exclude<NftProblem, ''>) {
    super(problem);
    this.problem = problem;
  }
}

/** By their first bytes, whatever they are called. SVG is a program, and is not among them. */
const forms: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (bytes) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1')),
  (bytes) => bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
];

/** Of the decoders only these: a form that is not meant has none. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});
sharp.cache(false);
sharp.concurrency(1);

/** What a picture may take up decoded: 25 million points, 100 MB. A bomb says more in its first bytes, and is not decoded. */
const mostPoints = 25_000_000;
const side = 512;
const seconds = 10;

/** One at a time: nobody's pictures take all of the machine. */
let last: Promise<unknown> = Promise.resolve();

async function drawn(bytes: Buffer): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: mostPoints, pages: 1, failOn: 'error', sequentialRead: true });
  const { width = 0, height = 0 } = await picture.metadata();
  if (width * height > mostPoints || width === 0 || height === 0) throw new NoPicture('size');
  return picture
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds })
    .toBuffer();
}

/** A raster of at most 512 × 512 points, WebP, its first frame, with nothing of what the file held beside. @throws NoPicture */
export function draw(bytes: Buffer): Promise<Buffer> {
  if (!forms.some((isOne) => isOne(bytes))) return Promise.reject(new NoPicture('form'));
  const next = last.then(() =>
    drawn(bytes).catch((error: unknown) => {
      if (error instanceof NoPicture) throw error;
      throw new NoPicture(error instanceof Error && /pixel limit/i.test(error.message) ? 'size' : 'form');
    }),
  );
  last = next.catch(() => undefined);
  return next;
}
