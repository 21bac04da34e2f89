import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, ofColours } from './axe.ts';
import { takePicture } from './pictures.ts';
import type { Screen } from './screens.ts';

export const languages = ['en_US', 'zh_CN'] as const;
export type Language = (typeof languages)[number];
export const devices = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } } as const;
const themes = ['light', 'dark'] as const;
/** Where pictures are kept, if they are wanted. */
export const pictures = process.env.HOLDFAST_PICTURES;
/** Looks at those screens alone whose name has this in it (a regular expression), as long as somebody works on them. */
const wanted = new RegExp(process.env.HOLDFAST_SCREENS ?? '');
export const isWanted = ({ name }: Pick<Screen, 'name'>): boolean => wanted.test(name);

async function shoot(of: Page, name: string): Promise<void> {
  if (pictures) await takePicture(of, pictures, name);
}

const setTheme = (of: Page, theme: string): Promise<void> =>
  of.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);

/** Nothing is on its way any more. */
async function settle(of: Page): Promise<void> {
  await expect(of.locator('.animate-pulse')).toHaveCount(0);
  // The bell has a file of its own: a picture shows the header whole.
  if (pictures) await expect(of.locator('#bell:empty')).toHaveCount(0);
  await of.waitForTimeout(pictures ? 400 : 100);
}

/** By how much it is wider than a phone. */
async function overflowOf(of: Page): Promise<number> {
  // The frame after the next one shows what the change of size has brought about.
  return of.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Looks at a page as it stands: in both themes (what a theme cannot change, once), and on a phone, where it must not scroll sideways. */
export async function faultsHere(of: Page, name: string, language: Language): Promise<string[]> {
  await settle(of);
  const faults: string[] = [];
  for (const [at, theme] of themes.entries()) {
    await setTheme(of, theme);
    const found = await accessibilityFaults(of, at === 0 ? {} : { only: ofColours });
    faults.push(...found.map((fault) => `${name} (${language}, ${theme}): ${fault}`));
    await shoot(of, `${name}-${language}-${theme}`);
  }
  await of.setViewportSize(devices.mobile);
  const overflow = await overflowOf(of);
  await shoot(of, `${name}-${language}-phone`);
  await of.setViewportSize(devices.desktop);
  return overflow === 0 ? faults : [...faults, `${name} (${language}): ${overflow} pixels wider than a phone`];
}

/** Goes to a screen, does what somebody does there, and looks at it. */
export async function faultsOf(of: Page, screen: Screen, language: Language): Promise<string[]> {
  // What the screen before altered.
  await of.unrouteAll();
  await of.goto(screen.path);
  await expect(of.locator('h1').first()).toBeAttached();
  if (screen.path.includes('?d=')) await expect(of.getByRole('dialog')).toBeVisible();
  await expect(of.locator('.animate-pulse')).toHaveCount(0);
  await screen.act?.(of);
  return faultsHere(of, screen.name, language);
}
