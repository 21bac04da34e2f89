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

interface Rules {
  /** By their ids; all where left out. */
  readonly only?: readonly string[];
  /** Those that do not apply. */
  readonly without?: readonly string[];
}

/** WCAG 2.0 to 2.2, A and AA, and good practice: each violation as one line. */
export function accessibilityFaults(page: Page, rules: Rules = {}): Promise<string[]> {
  return page.evaluate(async ({ only, without = [] }) => {
    const { axe } = window as unknown as { axe: Axe };
    const rules = Object.fromEntries(without.map((id) => [id, { enabled: false }]));
    const runOnly = only ? { runOnly: { type: 'rule', values: only } } : {};
    const { violations } = await axe.run(document, { resultTypes: ['violations'], rules, ...runOnly });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary?.replace(/\s+/g, ' ').slice(0, 160) ?? ''}`).join(' | ')}`,
    );
  }, rules);
}
