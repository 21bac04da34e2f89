/** A number as screens show it: `W-4` is payment 4, `#4` and `4` whatever has it. */
export interface ShownNumber {
  readonly id: number;
  /** It is said to be of a payment: nothing else that has the number is meant. */
  readonly isPayment: boolean;
}

/** A number as people copy or type it; undefined for any other text. */
export function shownNumber(text: string): ShownNumber | undefined {
  const [, prefix = '', digits] = /^(w-?|#)?([1-9]\d{0,14})$/i.exec(text) ?? [];
  return digits === undefined ? undefined : { id: Number(digits), isPayment: /^w/i.test(prefix) };
}
