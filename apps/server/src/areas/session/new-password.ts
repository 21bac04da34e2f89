import { refuse } from '../../refuse.ts';
import { minPasswordLength } from './rules.ts';
import { isGuessable } from './strength.ts';

/**
 * Refuses what is too short, common, repeats itself, or says who somebody is.
 * @param about what others know of them: e-mail, name
 * @throws weakPassword, guessablePassword
 */
export function checkNewPassword(password: string, about: readonly string[]): void {
  if (password.length < minPasswordLength) throw refuse('weakPassword', { min: minPasswordLength });
  if (isGuessable(password, about)) throw refuse('guessablePassword', {});
}
