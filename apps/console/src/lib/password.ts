import { isRefusal } from './api.ts';
import { doubtPassword, type Form } from './form.ts';
import { showError } from './toasts.ts';

/** The least length of a new password. */
export const shortestPassword = 12;

/** What others know of somebody, whole and in its parts, as the server takes it; the longest first. */
const partsOf = (about: readonly string[]): string[] =>
  about
    .flatMap((text) => [text.trim(), ...text.split(/[\s@.]+/)])
    .filter((part) => part.length > 2)
    .sort((a, b) => b.length - a.length);

/** A password without what is guessed first of its person. */
function withoutKnown(password: string, about: readonly string[]): string {
  const parts = partsOf(about).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return parts.length === 0 ? password : password.replace(new RegExp(parts.join('|'), 'gi'), '');
}

/** Less than this beside what others know is soon found. */
const shortestRest = 8;

/**
 * 0 (too short) to 3 (good): length and variety, as a hint; the server decides.
 * @param about what others know of them, which counts for nothing: name, e-mail, workspace
 */
export function passwordStrength(password: string, about: readonly string[] = []): 0 | 1 | 2 | 3 {
  if (password.length < shortestPassword) return 0;
  const rest = withoutKnown(password, about);
  const signs = new Set(rest).size;
  if (rest.length < shortestRest || signs < 6) return 1;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(rest)).length;
  const score = (rest.length >= 16 ? 1 : 0) + (kinds >= 3 ? 1 : 0) + (signs >= 10 ? 1 : 0);
  return score >= 3 ? 3 : score >= 1 ? 2 : 1;
}

const weak: readonly unknown[] = ['weakPassword', 'guessablePassword', 'formerPassword'];
const wrong: readonly unknown[] = ['loginFailed', 'secondFactorFailed'];

/**
 * What the server has against a password or its code, said at the field; anything else to everybody.
 * @param at the field of a password that is being chosen, and that of the code where there is one, with what is said of a wrong one: the server says it of logging in.
 * `doubted`: the field of the present password, where that and the code are judged together
 */
export function refusePassword<N extends string>(
  form: Pick<Form<N>, 'refuse' | 'doubt'>,
  error: unknown,
  at: {
    readonly chosen: NoInfer<N>;
    readonly code?: NoInfer<N>;
    readonly doubted?: NoInfer<N>;
    readonly wrong?: string;
  },
): void {
  const refusal = isRefusal(error) ? error : undefined;
  if (refusal && weak.includes(refusal.refusal)) form.refuse(at.chosen, refusal.message);
  else if (at.doubted) doubtPassword(form, error, at.doubted, at.wrong);
  else if (refusal && at.code && wrong.includes(refusal.refusal)) form.refuse(at.code, at.wrong ?? refusal.message);
  else showError(error);
}
