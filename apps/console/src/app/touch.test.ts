import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');
const styles = ['apps/console/src/app/app.css', 'packages/signer-ui/src/style.css'];

/** What the sheet says where a finger points, as one text. */
function coarse(file: string): string {
  const parts = readFileSync(path.join(root, file), 'utf8').split('@media (pointer: coarse)').slice(1);
  return parts.join('\n');
}

it.each(styles)('%s: a phone does not zoom in on a field, and a finger has room', (file) => {
  const said = coarse(file);
  for (const field of ['input', 'select', 'textarea']) expect(said).toMatch(new RegExp(`\\b${field}\\b`));
  expect(said).toMatch(/textarea \{[^}]*font-size: 16px/);
  const heights = [...said.matchAll(/min-height: (\d+)px/g)].map(([, height]) => Number(height));
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
});
