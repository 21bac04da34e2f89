import { messageOf } from '@holdfast/contract';
import type { Context } from '../../http/context.ts';
import type { SetupDeps } from './deps.ts';
import { freshMs, learn } from './learn.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';
import { readStage } from './stage.ts';

export async function readStatus(deps: SetupDeps, context: Context) {
  const states = await deps.monitor.look(freshMs);
  const conflict = await learn(deps, states);
  const current = await readStage(deps);
  const { owner_user_id: ownerId } = await queries.readInstallation(deps.db);
  const own = context.caller && context.caller.userId === ownerId ? context.caller : undefined;
  const visit = { back: `${deps.origin}/mpc/setup`, language: context.language };
  const entrance = states[0]?.signer.origin ?? deps.origin;
  return {
    stage: current,
    signers: states.map(({ signer, health }) => ({
      id: signer.id,
      name: signer.name,
      origin: signer.origin,
      reachable: health !== null,
      initialised: Boolean(health?.policy),
      has_key_group: Boolean(health?.keyGroups.some(({ active }) => active)),
    })),
    problem: conflict === '' ? '' : messageOf(context.language, 'signersDisagree', { what: conflict }),
    enroll_url: rules.enrollUrl(entrance, visit, own ? await deps.sessions.contact(own.userId) : undefined),
    ceremony_url: rules.ceremonyUrl(entrance, visit),
  };
}
