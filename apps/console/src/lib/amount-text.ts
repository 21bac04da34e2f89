import { type ChangeEvent, useState } from 'react';

/** Thousands apart by commas, or by blanks and the like, after which a comma may be the decimal one. `0,500` is no thousand. */
const grouped = /^[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d*)?|(?:[\s'_]\d{3})+(?:[.,]\d*)?)$/;

/**
 * What somebody typed or pasted → plain decimal text with a digit before the point, or undefined when it holds anything that is no part of an amount. Separators
 * of thousands are taken out; any other single comma is a decimal comma.
 */
export function cleanAmount(text: string): string | undefined {
  const trimmed = text.trim();
  const separators = /[\s'_]/.test(trimmed) ? /[\s'_]/g : /,/g;
  const bare = grouped.test(trimmed) ? trimmed.replace(separators, '') : trimmed;
  const [, whole, fraction = ''] = /^(\d*)(?:[.,](\d*))?$/.exec(bare) ?? [];
  if (whole === undefined) return undefined;
  return fraction === '' ? whole : `${whole || '0'}.${fraction}`;
}

/**
 * A field for an amount. As long as somebody writes, it holds what they wrote: a comma means one thing or another by what follows it. Whoever keeps the form gets
 * plain text after every key, or, of what is no amount, the very text, so that no key is lost unseen: a form must refuse that.
 */
export function useAmountText(value: string, onAmount: (text: string) => void) {
  const [written, setWritten] = useState({ text: value, amount: value });
  const text = written.amount === value ? written.text : value;
  return {
    text,
    isWrong: cleanAmount(text) === undefined,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
      const amount = cleanAmount(target.value) ?? target.value;
      // Nothing follows what was pasted.
      const isPasted = 'inputType' in nativeEvent && nativeEvent.inputType === 'insertFromPaste';
      setWritten({ text: isPasted ? amount : target.value, amount });
      onAmount(amount);
    },
    onBlur: (): void => setWritten({ text: value, amount: value }),
  };
}
