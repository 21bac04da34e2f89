import { honestText } from '@holdfast/review';
import { signerName } from '@holdfast/review/signer-name';
import type { Voice } from './local-words.ts';

/** What a signer is called, in the language that is read. */
export const signerText =
  ({ language }: Pick<Voice, 'language'>, name: string) =>
  (): string =>
    signerName(honestText(name), language());
