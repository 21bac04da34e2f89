import { signerText } from '@holdfast/signer-ui';
import type { Screen } from './texts.ts';

/** Several signers, each by what it is called in the language that is read. */
export const signersText = (screen: Screen, names: readonly string[]) => (): string =>
  names.map((name) => signerText(screen, name)()).join(', ');
