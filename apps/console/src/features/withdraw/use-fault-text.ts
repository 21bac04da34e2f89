import { validationText } from '@holdfast/contract';
import { useSay, wireLanguage } from '../../lib/i18n.ts';
import { freeFrom } from '../../lib/payee-name.ts';
import type { Fault } from './view.ts';

/** A fault of the withdrawal in words. */
export function useFaultText(): (fault: Fault) => string {
  const say = useSay();
  return (fault) =>
    'key' in fault
      ? say(fault.key, { ...fault.values, ...(fault.when ? { when: freeFrom(fault.when) } : {}) })
      : validationText(wireLanguage(), fault.rule, { label: say(fault.label), ...fault.values });
}
