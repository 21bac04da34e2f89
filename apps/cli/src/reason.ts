import { remarkOf } from '@holdfast/review/remark';
import { CliError } from './exit.ts';

/** What `--reason` says, as it is signed. @throws CliError for what cannot be shown safely, or is too long */
export function reasonOf(typed: string): string {
  const reason = remarkOf(typed);
  if (reason === undefined)
    throw new CliError(
      'usage',
      'the reason has at most 200 characters in one line, none that turns the writing direction',
    );
  return reason;
}
