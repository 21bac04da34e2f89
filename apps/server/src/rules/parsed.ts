import { type Intent, parseIntent } from '@holdfast/policy';

/** As many as are checked at one moment. */
const most = 128;
/** A batch's may be a hundred times as long as a payment's; such are parsed each time. */
const longest = 8_192;
const known = new Map<string, Intent>();

/** The intent of a text, parsed once for all who look at it in one go. It is shared, so nobody may change it. @throws PolicyError */
export function parsedIntent(text: string): Intent {
  if (text.length > longest) return parseIntent(text);
  const found = known.get(text) ?? parseIntent(text);
  known.delete(text);
  known.set(text, found);
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) known.delete(oldest);
  return found;
}
