import type { Page } from '@playwright/test';

/** A picture for people to look at: small enough to keep some of them, sharp enough to read. */
export const takePicture = async (page: Page, folder: string, name: string): Promise<void> =>
  void (await page.screenshot({ path: `${folder}/${name.replaceAll(' ', '-')}.jpg`, type: 'jpeg', quality: 65 }));
