import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';
import { lendPasskey } from './authenticator.ts';
import type { Owner } from './console.ts';
import { freshTotpCode } from './totp.ts';

/** More stops than any screen has: whoever needs them all does not get there. */
const mostStops = 120;

/** A place of the page that the keyboard has come to, and how it and what surrounds it looked then. */
interface Stop {
  readonly element: ElementHandle<Element>;
  readonly look: string;
  readonly name: string;
}

/** In the page: what a focus can change in the looks of an element, of what it lies in, and of what stands beside it (a drawn box for a hidden one). */
function lookInPage(element: Element): string {
  for (const animation of document.getAnimations()) {
    const { iterations } = animation.effect?.getComputedTiming() ?? {};
    if (iterations !== Number.POSITIVE_INFINITY) animation.finish();
  }
  const looked = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement];
  const styles = looked.map((one) => {
    if (!one) return [];
    const {
      outlineStyle,
      outlineWidth,
      outlineColor,
      borderColor,
      boxShadow,
      backgroundColor,
      color,
      textDecorationLine,
    } = getComputedStyle(one);
    const outline = outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`;
    return [outline, borderColor, boxShadow, backgroundColor, color, textDecorationLine];
  });
  return JSON.stringify(styles);
}

/** In the page: what hides all of what has the focus, or of the label that is drawn for it; '' where at most a part is hidden. */
function hiddenInPage(element: Element): string {
  const drawn = element.closest('label') ?? element;
  const { left, top, width, height } = drawn.getBoundingClientRect();
  const parts = [0.1, 0.5, 0.9];
  const hits = parts.flatMap((down) =>
    parts.map((along) => document.elementFromPoint(left + along * width, top + down * height)),
  );
  if (hits.some((hit) => hit !== null && (drawn.contains(hit) || hit.contains(drawn)))) return '';
  const over = hits.find((hit) => hit !== null);
  return over
    ? `under ${over.tagName.toLowerCase()} “${over.textContent?.trim().slice(0, 80)}”`
    : 'outside of the window';
}

function nameInPage(element: Element): string {
  const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
  return `${element.tagName.toLowerCase()} ${element.id} ${element.getAttribute('name') ?? ''} “${text.trim().slice(0, 40)}”`;
}

/** Hands on the keys, none on the mouse. What cannot be seen while it has the focus is kept as a fault. */
export interface Keyboard {
  readonly faults: readonly string[];
  /** With Tab, past whatever lies between; backwards where the way round would be longer. */
  tabTo(page: Page, target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>;
  /** Writes into a field; what was in it is replaced. */
  write(page: Page, field: Locator, text: string): Promise<void>;
  press(page: Page, target: Locator, key?: 'Enter' | 'Space'): Promise<void>;
  /** In the browser's own list: its letters choose. */
  choose(page: Page, box: Locator, label: string): Promise<void>;
  /** In a list that opens: the arrows choose. */
  pick(page: Page, box: Locator, label: string): Promise<void>;
  /** By its name in the palette. */
  run(page: Page, text: string, option: RegExp): Promise<void>;
  /** A fresh code, where one is asked for before what comes `next`. */
  confirm(page: Page, next: Locator, owner: Owner): Promise<void>;
  /** Into the tab that a link opens, with the passkey of the one it is in. */
  follow(page: Page, link: Locator): Promise<Page>;
  /** What the tab was opened for, with which it closes by itself. */
  end(page: Page, target: Locator): Promise<void>;
  /** On the signer's page that a link opens, to its end. */
  sign(page: Page, link: Locator): Promise<void>;
  /** The same where the page stays open, since something can still be done about it there. */
  signAndLook(page: Page, link: Locator): Promise<void>;
  /** Away from the drawers that are open, one after the other. */
  close(page: Page): Promise<void>;
}

/** Of a part that was done by keys: everything that had the focus could be seen, nobody touched the mouse, and no page broke a rule of its own. */
export function handsOnKeys(keys: Keyboard, clicks: readonly (() => number)[], reports: readonly string[]): void {
  expect([...new Set(keys.faults)], 'stops of the keyboard that cannot be seen').toEqual([]);
  expect(
    clicks.map((count) => count()),
    'presses of the mouse',
  ).toEqual(clicks.map(() => 0));
  expect(reports, 'no report of the content security policy or Trusted Types').toEqual([]);
}

/** What lies at the ends of a dialog hands the focus on with the next frame: nobody stops there. */
async function handedOn(page: Page): Promise<void> {
  const atEnd = () => page.evaluate(() => document.activeElement?.hasAttribute('data-base-ui-focus-guard') ?? false);
  await expect.poll(atEnd, { message: 'the focus stays at the end of a dialog' }).toBe(false);
}

async function choose(keys: Keyboard, page: Page, box: Locator, label: string): Promise<void> {
  await keys.tabTo(page, box);
  await page.keyboard.type(label);
  await expect(box.locator('option:checked')).toHaveText(label);
}

async function pick(keys: Keyboard, page: Page, box: Locator, label: string): Promise<void> {
  await keys.press(page, box);
  const option = page.getByRole('option', { name: label });
  await expect(option).toBeVisible();
  // The one that is chosen now has the mark first; from the top all lie below.
  await expect(page.locator('[role=option][data-highlighted]')).toHaveCount(1);
  await page.keyboard.press('Home');
  await expect(async () => {
    if ((await option.getAttribute('data-highlighted')) === null) await page.keyboard.press('ArrowDown');
    await expect(option).toHaveAttribute('data-highlighted', '', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(option).toBeHidden();
  await expect(box).toContainText(label);
}

async function confirm(keys: Keyboard, page: Page, next: Locator, owner: Owner): Promise<void> {
  const code = page.getByLabel('Authenticator code');
  await expect(next.or(code).first()).toBeVisible();
  if (!(await code.isVisible())) return;
  await keys.write(page, code, await freshTotpCode(owner));
  await page.keyboard.press('Enter');
  await expect(next.first()).toBeVisible();
}

async function follow(keys: Keyboard, page: Page, link: Locator): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await keys.press(page, link);
  const opened = await opening;
  await lendPasskey(page, opened);
  return opened;
}

/** On the signer's page that a link opens, up to the button that signs. */
async function followToSign(keys: Keyboard, page: Page, link: Locator): Promise<readonly [Page, Locator]> {
  const signer = await keys.follow(page, link);
  const tick = signer.getByRole('checkbox');
  const approve = signer.getByRole('button', { name: /^(Approve|Sign this request)/ });
  await expect(approve).toBeVisible();
  await keys.press(signer, tick, 'Space');
  await expect(tick).toBeChecked();
  return [signer, approve];
}

async function sign(keys: Keyboard, page: Page, link: Locator): Promise<void> {
  const [signer, approve] = await followToSign(keys, page, link);
  await keys.end(signer, approve);
}

async function signAndLook(keys: Keyboard, page: Page, link: Locator): Promise<void> {
  const [signer, approve] = await followToSign(keys, page, link);
  await keys.press(signer, approve);
  await expect(signer.getByText('Your decision is with the signer')).toBeVisible();
  await signer.close();
}

async function close(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}

async function end(keys: Keyboard, page: Page, target: Locator): Promise<void> {
  const closed = page.waitForEvent('close');
  await keys.press(page, target);
  await closed;
}

export function keyboardOnly(): Keyboard {
  const faults: string[] = [];
  const stop = async (page: Page): Promise<Stop | undefined> => {
    const element = (
      await page.evaluateHandle(() => document.activeElement)
    ).asElement() as ElementHandle<Element> | null;
    // A page, a dialog or what is on top in one has the focus as a whole when it comes: nothing can be done there that one would have to find.
    if (
      !element ||
      (await element.evaluate((one) =>
        one.matches('body, main, [role=dialog], [role=alertdialog], [role=dialog] > [tabindex="-1"]'),
      ))
    )
      return undefined;
    const name = await element.evaluate(nameInPage);
    const hidden = await element.evaluate(hiddenInPage);
    if (hidden !== '') faults.push(`${new URL(page.url()).pathname}: not in view: ${name}, ${hidden}`);
    return { element, name, look: await element.evaluate(lookInPage) };
  };
  const leave = async (page: Page, { element, name, look }: Stop): Promise<void> => {
    const left = await element.evaluate((one) => document.activeElement !== one && one.isConnected);
    if (left && (await element.evaluate(lookInPage)) === look)
      faults.push(`${new URL(page.url()).pathname}: looks the same with the focus and without: ${name}`);
    await element.dispose();
  };
  const keyboard: Keyboard = {
    faults,
    tabTo: async (page, target, key = 'Tab') => {
      await expect(target).toBeVisible();
      for (let stops = 0; stops < mostStops; stops += 1) {
        await handedOn(page);
        if (await target.evaluate((one) => one === document.activeElement)) return;
        const before = await stop(page);
        await page.keyboard.press(key);
        if (before) await leave(page, before);
      }
      throw new Error(`${target} is not reached with ${key}`);
    },
    write: async (page, field, text) => {
      await keyboard.tabTo(page, field);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    press: async (page, target, key = 'Enter') => {
      await expect(target).toBeEnabled();
      await keyboard.tabTo(page, target);
      const at = await stop(page);
      await at?.element.dispose();
      await page.keyboard.press(key);
    },
    run: async (page, text, option) => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
      await page.keyboard.type(text);
      const chosen = page.getByRole('option', { name: option, selected: true });
      await expect(page.getByRole('option', { name: option }).first()).toBeVisible();
      for (let moves = 0; moves < mostStops && !(await chosen.isVisible()); moves += 1)
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeHidden();
    },
    choose: (page, box, label) => choose(keyboard, page, box, label),
    pick: (page, box, label) => pick(keyboard, page, box, label),
    confirm: (page, next, owner) => confirm(keyboard, page, next, owner),
    follow: (page, link) => follow(keyboard, page, link),
    end: (page, target) => end(keyboard, page, target),
    sign: (page, link) => sign(keyboard, page, link),
    signAndLook: (page, link) => signAndLook(keyboard, page, link),
    close,
  };
  return keyboard;
}
