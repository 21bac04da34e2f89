// @vitest-environment jsdom
import { encode } from 'uqr';
import { afterEach, expect, it, vi } from 'vitest';
import { codeIn, readCode, scanFaultOf } from './read-code.ts';

const [width, height] = [320, 320];
/** A grey picture, with a code of cells so large in it. */
function picture(text?: string, scale = 4): ImageData {
  const data = new Uint8ClampedArray(width * height * 4).fill(150);
  const cells = text === undefined ? [] : encode(text, { border: 4, ecc: 'M' }).data;
  for (let y = 0; y < cells.length * scale; y++)
    for (let x = 0; x < cells.length * scale; x++) {
      const shade = cells[Math.floor(y / scale)]?.[Math.floor(x / scale)] ? 30 : 230;
      data.fill(shade, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  return { data, width, height, colorSpace: 'srgb' } as ImageData;
}

it.each([
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  'BITCOIN:BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ?AMOUNT=0.1',
  'ethereum:0x70997970C51812dc3A010C7d01b50e0d17dc79C8@1?value=1500000000000000000',
])('reads the code of %s, however near it is held', (text) => {
  expect([3, 4, 5].map((scale) => codeIn(picture(text, scale)))).toEqual([text, text, text]);
});

it('finds nothing where there is no code', () => {
  expect(codeIn(picture())).toBeUndefined();
});

it('tells apart why there is no picture', () => {
  const named = (name: string) => scanFaultOf(new DOMException('', name));
  expect(['NotAllowedError', 'NotFoundError', 'NotReadableError'].map(named)).toEqual(['denied', 'missing', 'busy']);
});

const stop = vi.fn();
afterEach(() => {
  vi.unstubAllGlobals();
  stop.mockClear();
});
/** A camera that comes on, in a page that shows nothing. */
function camera(): HTMLVideoElement {
  const getUserMedia = () => Promise.resolve({ getTracks: () => [{ stop }] });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  return Object.assign(document.createElement('video'), { play: () => Promise.resolve() });
}

it('lets the camera go when it is called off, before it came on too', async () => {
  const left = new AbortController();
  const reading = readCode(camera(), left.signal);
  left.abort();
  expect(await reading).toBeUndefined();
  expect(stop).toHaveBeenCalledTimes(1);
  expect(await readCode(camera(), AbortSignal.abort())).toBeUndefined();
  expect(stop).toHaveBeenCalledTimes(2);
});

it('lets the camera go where the page cannot show it', async () => {
  const video = Object.assign(camera(), { play: () => Promise.reject(new DOMException('', 'AbortError')) });
  await expect(readCode(video, new AbortController().signal)).rejects.toThrow();
  expect(stop).toHaveBeenCalledTimes(1);
});
