import type { ShellKey } from './texts.en.ts';

/** Something a person can be told about in words; everything else is a bug and is shown as unexpected. */
export class Fault extends Error {
  readonly key: ShellKey;
  readonly params: Readonly<Record<string, string>>;
  /** The signer's own error code, when it refused. */
  readonly code: string;

  constructor(key: ShellKey, params: Readonly<Record<string, string>> = {}, code = '') {
    super(code || key);
    this.key = key;
    this.params = params;
    this.code = code;
  }
}

export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault('faultUnexpected', { message: error instanceof Error ? error.message : String(error) });
}
