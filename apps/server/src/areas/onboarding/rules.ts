import { type FirstStep, firstSteps } from '@holdfast/contract';
import { isSolo, type PolicyDocument, parsePolicy, paysAlone } from '@holdfast/policy';

/** What the first steps are judged by. */
export interface Facts {
  /** The rules in force; null before there are any. */
  readonly policy: string | null;
  /** A deposit was credited. */
  readonly funded: boolean;
  /** A payee is listed. */
  readonly listed: boolean;
  /** Somebody noted where the recovery kit lies, */
  readonly kit: boolean;
  /** and that it was tried. */
  readonly drill: boolean;
  /** Who has joined and waits to be admitted: the proposal and the name. */
  readonly joined?: { readonly id: number; readonly name: string } | null;
}

export interface Step {
  readonly step: FirstStep;
  readonly done: boolean;
  /** Of what one wallet lacks: which, as the rules name it. */
  readonly wallet?: string;
  readonly waits?: { readonly item_id: number; readonly name: string };
}

const people = ({ members }: PolicyDocument): number =>
  members.filter(({ status, role }) => status === 'active' && role !== 'api').length;

/** Each first step, and whether what is so now has it done. */
export function stepsOf({ policy: text, ...facts }: Facts): Step[] {
  const policy = text === null ? undefined : parsePolicy(text);
  const alone = policy && paysAlone(policy);
  const done: Readonly<Record<FirstStep, boolean>> = {
    fund: facts.funded,
    invite: policy !== undefined && people(policy) > 1,
    requireTwo: policy !== undefined && !isSolo(policy) && alone === undefined,
    whitelist: facts.listed,
    kit: facts.kit,
    drill: facts.drill,
  };
  return firstSteps.map((step) => ({
    step,
    done: done[step],
    ...(step === 'requireTwo' && alone ? { wallet: alone.wallet } : {}),
    ...(step === 'invite' && !done.invite && facts.joined
      ? { waits: { item_id: facts.joined.id, name: facts.joined.name } }
      : {}),
  }));
}
