import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@holdfast/contract';
import { type Decision, parseIntent } from '@holdfast/policy';
import { fetchIntent, sendApproval } from '@holdfast/signer-ui/signer-api';
import type { Api } from './api.ts';
import { decide, type TestMember } from './policy.ts';

/** The refusal of a call, or 'accepted'. */
export const refusalOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiError ? error.refusal : error),
  );

/** Of rounds; each takes at least a twentieth of a second. */
const limit = 1_000;

/** Follows an approval link as a member does, as soon as the signer shows the intent, and decides there. */
export async function decideAt(
  url: string,
  member: TestMember,
  decision: Decision = 'approve',
  remark?: string,
): Promise<void> {
  const [, origin = '', id = ''] = /^(.*?)\/#\/i\/([0-9a-f-]{36})/.exec(url) ?? [];
  for (let round = 0; ; round++)
    try {
      const intent = parseIntent((await fetchIntent(origin, id)).intent);
      await sendApproval(origin, decide(member, intent, decision, remark));
      return;
    } catch (error) {
      if (round > limit) throw error;
      await sleep(50);
    }
}

/** Waits until a proposal has ended; returns its status. */
export async function outcomeOf(api: Api, { item_id }: { item_id: number }): Promise<number> {
  for (let round = 0; round < limit; round++) {
    const { status } = await api.strategy.auditInfo({ item_id });
    if (status !== 0 && status !== 5) return status;
    await sleep(50);
  }
  throw new Error('the proposal does not end');
}
