import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** Writes what the errors said that no test has caught to the file `HOLDFAST_UNHANDLED`: the report of the tests tells nothing of them. */
export default class Unhandled implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly { readonly message?: string; readonly stack?: string }[]): void {
    const file = process.env.HOLDFAST_UNHANDLED;
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ message, stack }) => stack ?? message ?? '')));
  }
}
