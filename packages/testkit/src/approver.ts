import { setTimeout as sleep } from 'node:timers/promises';
import { type Intent, intentDigestHex, parseIntent } from '@holdfast/policy';
import { fetchIntent, sendApproval } from '@holdfast/signer-ui/signer-api';
import type { LiveSession } from './live-session.ts';
import { decide, type TestMember } from './policy.ts';

export interface ApproverOptions {
  readonly session: LiveSession;
  readonly member: TestMember;
  /** Approval origins of the signers; each request goes to one of them, and to the next when it fails. */
  readonly origins: readonly string[];
  /** Is this a payment that was asked for? Anything else is left alone and counted. */
  readonly expected: (intent: Intent) => boolean;
  readonly concurrency?: number;
  /** Between two looks at the list. */
  readonly pauseMs?: number;
}
export interface Approver {
  readonly approved: () => number;
  /** Intents on the to-do list that nobody had asked for. */
  readonly strangers: () => readonly string[];
  stop(): Promise<void>;
}

const pageSize = 200;

/** Decides by key file what a person decides on the approval page: reads the to-do list and signs what was asked for at a signer's own origin. */
export function startApprover({
  session,
  member,
  origins,
  expected,
  concurrency = 6,
  pauseMs = 150,
}: ApproverOptions): Approver {
  const done = new Set<string>();
  const strangers = new Set<string>();
  let stopped = false;
  let turn = 0;

  async function approve(id: string, digest: string): Promise<void> {
    const origin = origins[turn++ % origins.length] ?? '';
    const intent = parseIntent((await fetchIntent(origin, id)).intent);
    if (intentDigestHex(intent) !== digest || !expected(intent)) {
      strangers.add(id);
      return;
    }
    await sendApproval(origin, decide(member, intent, 'approve'));
    done.add(id);
  }
  async function round(): Promise<void> {
    const { list } = await session.api().todo.list({ scope: 'mine', page_size: pageSize });
    const open = list.filter(({ intent_id }) => !done.has(intent_id) && !strangers.has(intent_id)).reverse();
    const work = async (): Promise<void> => {
      for (let item = open.shift(); item && !stopped; item = open.shift())
        // Not announced there yet, or the signer is down: the next round finds it again.
        await approve(item.intent_id, item.intent_hash).catch(() => sleep(20));
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }
  const finished = (async () => {
    while (!stopped) {
      await round().catch(() => undefined);
      await sleep(pauseMs);
    }
  })();
  return {
    approved: () => done.size,
    strangers: () => [...strangers],
    async stop() {
      stopped = true;
      await finished;
    },
  };
}
