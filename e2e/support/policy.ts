import type { BrowserContext } from '@playwright/test';

/** What the pages of a context report about their own policy, content security and Trusted Types alike: there must be nothing. */
export function policyReports(context: BrowserContext): readonly string[] {
  const reports: string[] = [];
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted ?(Types?|HTML|Script)/.test(message.text())) reports.push(message.text());
  });
  return reports;
}
