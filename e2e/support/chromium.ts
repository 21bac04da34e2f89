import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium for browser tests: HOLDFAST_CHROMIUM, else the usual places, else undefined. */
export function findChromium(): string | undefined {
  const chosen = process.env.HOLDFAST_CHROMIUM;
  return chosen ? (existsSync(chosen) ? chosen : undefined) : places.find((place) => existsSync(place));
}
