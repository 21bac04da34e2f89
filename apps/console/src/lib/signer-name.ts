import { signerName } from '@holdfast/review/signer-name';
import { currentLanguage } from './i18n.ts';

/** What a signer is called on every screen. */
export const signerText = (name: string): string => signerName(name, currentLanguage());
