import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const vectorFile = (name: string): string =>
  fileURLToPath(new URL(`vectors/${name}.vectors.json`, import.meta.url));

const line = (item: unknown): string => JSON.stringify(item);
const lines = (items: readonly unknown[]): string => `[\n${items.map(line).join(',\n')}\n]`;

/** JSON with one vector a line, so that a change of one vector is a change of one line. */
export function vectorText(vectors: object): string {
  if (Array.isArray(vectors)) return `${lines(vectors)}\n`;
  const fields = Object.entries(vectors).map(
    ([name, value]) => `${line(name)}: ${Array.isArray(value) ? lines(value) : line(value)}`,
  );
  return `{\n${fields.join(',\n')}\n}\n`;
}

/** The text of a file of vectors, as committed. */
export const readVectorText = (name: string): string => readFileSync(vectorFile(name), 'utf8');

/** @returns what the file holds; its shape is that of the cases which made it, which the caller names */
export const readVectors = <T>(name: string): T => JSON.parse(readVectorText(name)) as T;
