import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** Writes how many errors no test has caught to the file `HOLDFAST_UNHANDLED`: the report of the tests tells nothing of them. */
export default class Unhandled implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly unknown[]): void {
    const file = process.env.HOLDFAST_UNHANDLED;
    if (file) writeFileSync(file, String(errors.length));
  }
}
