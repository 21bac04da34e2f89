import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

/** From one control to another nobody has to pass more stops than this. */
const most = 150;

/** Does what has the focus show it: by an outline or a shadow, its own or that of what stands for it? 'nothing' where nothing has it. */
function shownFocus(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'nothing';
  const stands = [focused, focused.nextElementSibling, focused.parentElement, focused.closest('label')];
  const isShown = (one: Element): boolean => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  return stands.some((one) => one !== null && isShown(one)) ? '' : focused.outerHTML.slice(0, 160);
}

/** Somebody who has no pointer. */
export interface Hands {
  /** Goes on, stop by stop, until it has the focus. */
  reach(target: Locator): Promise<void>;
  /** Goes to a button or a link, and presses it. */
  press(target: Locator): Promise<void>;
  /** Goes to a box, and ticks it. */
  tick(target: Locator): Promise<void>;
  /** Goes to a field, and writes over what is in it. */
  write(target: Locator, text: string): Promise<void>;
  /** Goes to what asks for a file, and gives it this one. */
  give(target: Locator, file: string): Promise<void>;
  /** Stops on the way that did not show that they had the focus. */
  readonly unseen: ReadonlySet<string>;
}

/** Hands on the keyboard of a page. */
export function handsOn(page: Page): Hands {
  const unseen = new Set<string>();
  const has = (target: Locator): Promise<boolean> =>
    target.evaluate((element) => element === document.activeElement).catch(() => false);
  const reach = async (target: Locator): Promise<void> => {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < most && !(await has(target)); stop += 1) {
      await page.keyboard.press('Tab');
      const hidden = await page.evaluate(shownFocus).catch(() => '');
      if (hidden !== '' && hidden !== 'nothing') unseen.add(`${new URL(page.url()).pathname}: ${hidden}`);
    }
    await expect(target).toBeFocused();
  };
  const press = async (target: Locator): Promise<void> => {
    await expect(target).toBeEnabled();
    await reach(target);
    await page.keyboard.press('Enter');
  };
  return {
    unseen,
    reach,
    press,
    tick: async (target) => {
      await reach(target);
      await page.keyboard.press('Space');
      await expect(target).toBeChecked();
    },
    write: async (target, text) => {
      await reach(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
    give: async (target, file) => {
      await reach(target);
      const asked = page.waitForEvent('filechooser');
      await page.keyboard.press('Enter');
      await (await asked).setFiles(file);
    },
  };
}

/** How often a pointer was pressed on the pages of a browser: by hand, or by a test that cheats. */
export async function countPointers(context: BrowserContext): Promise<() => number> {
  let presses = 0;
  await context.exposeBinding('countPointer', () => {
    presses += 1;
  });
  await context.addInitScript(() => {
    const { countPointer } = globalThis as unknown as { countPointer: () => void };
    addEventListener('pointerdown', () => countPointer(), { capture: true });
  });
  return () => presses;
}
