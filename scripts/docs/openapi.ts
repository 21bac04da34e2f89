/** The OpenAPI document of the whole contract as a file: docs/openapi.json, one path a line, so that a change of one call is a change of one line. */
import { openApi } from '../../apps/server/src/http/openapi.ts';
import { contract } from '../../packages/contract/src/index.ts';

const line = (value: unknown): string => JSON.stringify(value);

/** The text of docs/openapi.json. An installation serves the same at /api/openapi.json, with its own version and origin. */
export function openApiText(): string {
  const document: Record<string, unknown> = { ...openApi(contract, { version: '', origin: '/' }) };
  const fields = Object.entries(document).map(([name, value]) => {
    if (name !== 'paths') return `${line(name)}: ${line(value)}`;
    const paths = Object.entries(value as object).map(([path, item]) => `${line(path)}: ${line(item)}`);
    return `"paths": {\n${paths.join(',\n')}\n}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}
