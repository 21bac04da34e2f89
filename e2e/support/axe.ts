import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from '@playwright/test';

const builder = import.meta.resolve('@axe-core/playwright');
const source = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(
    context: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

/** Puts axe into every page of a context by the debugger's way: the page's own policy stays as strict as it is. */
export const withAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ content: source });

/** What the theme of a page can change. */
export const ofColours: readonly string[] = ['color-contrast'];

/** WCAG 2.0 to 2.2, A and AA, and good practice: each violation as one line. @param only rules by their ids; all where left out */
export function accessibilityFaults(page: Page, only?: readonly string[]): Promise<string[]> {
  return page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: Axe };
    const runOnly = values ? { runOnly: { type: 'rule', values } } : {};
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...runOnly });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary?.replace(/\s+/g, ' ').slice(0, 160) ?? ''}`).join(' | ')}`,
    );
  }, only);
}
