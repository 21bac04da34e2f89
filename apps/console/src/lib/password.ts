import { isRefusal } from './api.ts';
import { doubtPassword, type Form } from './form.ts';
import { showError } from './toasts.ts';

/** The least length of a new password. */
export const shortestPassword = 12;

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
