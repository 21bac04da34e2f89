import { utf8ToBytes } from '@noble/hashes/utils.js';

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json',
  body: utf8ToBytes(JSON.stringify(value)),
});
