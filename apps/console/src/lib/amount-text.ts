import { cleanAmount } from '@holdfast/money';
import { type ChangeEvent, useState } from 'react';

/**
 * A field for an amount. As long as somebody writes, it holds what they wrote: a comma means one thing or another by what follows it. Whoever keeps the form gets
 * plain text after every key, or, of what is no amount, the very text, so that no key is lost unseen: a form must refuse that.
 */
export function useAmountText(
  value: string,
  onAmount: (text: string) => void,
  onWritten?: ((text: string) => void) | undefined,
) {
  const [written, setWritten] = useState({ text: value, amount: value });
  const text = written.amount === value ? written.text : value;
  return {
    text,
    isWrong: cleanAmount(text) === undefined,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
      const amount = cleanAmount(target.value) ?? target.value;
      // Nothing follows what was pasted.
      const isPasted = 'inputType' in nativeEvent && nativeEvent.inputType === 'insertFromPaste';
      const text = isPasted ? amount : target.value;
      setWritten({ text, amount });
      onWritten?.(text);
      onAmount(amount);
    },
    onBlur: (): void => {
      setWritten({ text: value, amount: value });
      onWritten?.(value);
    },
  };
}
