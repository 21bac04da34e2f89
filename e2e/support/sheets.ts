import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** A row for each language; all are as high, whatever they were taken with. */
const languages = ['en_US', 'zh_CN'];
const kinds = ['light', 'dark', 'phone'];
const height = 450;
const quality = 50;
const named = /^(.+)-(en[_-]US|zh[_-]CN)-(light|dark|phone)\.jpg$/;

interface Picture {
  readonly screen: string;
  readonly file: string;
  readonly language: string;
  readonly kind: string;
}

const picturesIn = (folder: string): Picture[] =>
  readdirSync(folder).flatMap((file) => {
    const [, screen, language = '', kind = ''] = named.exec(file) ?? [];
    return screen ? [{ screen, file: path.join(folder, file), language: language.replace('-', '_'), kind }] : [];
  });

/** The sheet as a page of its own. */
function sheetOf(pictures: readonly Picture[]): string {
  const rows = languages.map((language) =>
    kinds
      .flatMap((kind) => pictures.find((one) => one.language === language && one.kind === kind) ?? [])
      .map(({ file }) => `<img src="data:image/jpeg;base64,${readFileSync(file, 'base64')}">`)
      .join(''),
  );
  const style = `body { margin: 0; background: #888 } main { display: inline-grid; gap: 8px } div { display: flex; gap: 8px } img { height: ${height}px }`;
  return `<style>${style}</style><main>${rows.map((row) => `<div>${row}</div>`).join('')}</main>`;
}

/**
 * One sheet for each screen of which `from` has pictures, in `to`, which is emptied before: every language, theme and width side by side.
 * @returns how many, and their bytes
 */
export async function makeSheets(from: string, to: string, executablePath: string) {
  const screens = Map.groupBy(picturesIn(from), ({ screen }) => screen);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  let bytes = 0;
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    for (const [screen, pictures] of screens) {
      await page.setContent(sheetOf(pictures));
      const box = await page.locator('main').boundingBox();
      const clip = { x: 0, y: 0, width: box?.width ?? 1, height: box?.height ?? 1, scale: 1 };
      const shot = await session.send('Page.captureScreenshot', {
        ...{ format: 'webp', quality, clip },
        captureBeyondViewport: true,
      });
      const sheet = Buffer.from(shot.data, 'base64');
      writeFileSync(path.join(to, `${screen}.webp`), sheet);
      bytes += sheet.length;
    }
  } finally {
    await browser.close();
  }
  return { count: screens.size, bytes };
}
