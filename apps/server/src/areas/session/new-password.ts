import { refuse } from '../../refuse.ts';
import { minPasswordLength } from './rules.ts';
import { isGuessable } from './strength.ts';

/**
 * Refuses what is too short, or easy to guess for somebody who tries common words and what is known of its person first.
 * @param about what others know of them: e-mail, name, workspaces
 * @throws weakPassword, guessablePassword, stillProcessing
 */
export async function checkNewPassword(password: string, about: readonly string[]): Promise<void> {
  if (password.length < minPasswordLength) throw refuse('weakPassword', { min: minPasswordLength });
  if (await isGuessable(password, about)) throw refuse('guessablePassword', {});
}
