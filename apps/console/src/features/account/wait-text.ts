import { currentLanguage } from '../../lib/i18n.ts';
import { waitOf } from './view.ts';

/** `24 hours`, in the interface's language. */
export function waitText(ms: number): string {
  const { unit, count } = waitOf(ms);
  return new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
