import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, ofColours } from './axe.ts';

const pictures = process.env.HOLDFAST_PICTURES;

/** A screen in both themes and on a phone: no fault, nothing wider than it. Pictures of it where they are wanted. */
export async function look(page: Page, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
    // What a theme cannot change is looked at once.
    const faults = await accessibilityFaults(page, theme === 'dark' ? {} : { only: ofColours });
    expect(faults.map((fault) => `${name}, ${theme}: ${fault}`)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/${name}-${theme}.png` });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, `${name}: pixels wider than a phone`).toBeLessThanOrEqual(0);
  if (pictures) await page.screenshot({ path: `${pictures}/${name}-phone.png` });
  await page.setViewportSize({ width: 1440, height: 900 });
}
