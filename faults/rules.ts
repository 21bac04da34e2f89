import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@holdfast/contract';
import { type Intent, unconditional } from '@holdfast/policy';
import { signerFacts } from '@holdfast/signer-ui/signer-api';
import { type Approver, startApprover } from '@holdfast/testkit';
import type { Installation } from '../sandbox/installation.ts';
import { bookedOrders } from './books.ts';

const awaitingSignature = 1100;

/** A rule for trades, of which there are none: what it changes is the version, and with it the words of everything that waits. */
const noTrades = {
  id: 'no-trades',
  name: 'No trades',
  enabled: 'on',
  type: 'trade',
  when: unconditional,
  action: 'refuse',
  signProtection: 'on',
  nodes: [],
};

/** The version that each signer has in force, by its own word; undefined while one of them is down. */
export const versionsAt = ({ place }: Installation): Promise<string[] | undefined> =>
  Promise.all(place.origins.map(async (origin) => (await signerFacts(origin)).policy?.version ?? '')).catch(
    () => undefined,
  );

/** The same once all are up: who was killed last may still be starting. Empty where one is not there by then. */
export async function lastVersions(fixture: Installation, until: number): Promise<string[]> {
  for (; ; await sleep(500)) {
    const versions = await versionsAt(fixture);
    if (versions || Date.now() > until) return versions ?? [];
  }
}

export interface RuleChanges {
  /** Versions that both signers have taken over. */
  readonly taken: () => number;
  /** The payments' approver of now, which was started again with every change. */
  readonly approver: () => Approver;
  /** Ends after the change under way. */
  stop(): Promise<void>;
}

export interface RuleChangesOptions {
  readonly fixture: Installation;
  /** Is this a payment that was asked for? */
  readonly expected: (intent: Intent) => boolean;
  readonly changes: number;
  readonly pauseMs: number;
  readonly until: number;
}

/**
 * Changes the rules while everything else goes on and is killed. Before each change the members stop approving, and what they have approved is
 * signed: signers end what was approved under older rules. What is asked for meanwhile waits, and is asked for again under the new ones.
 */
export function changeRules({ fixture, expected, changes, pauseMs, until }: RuleChangesOptions): RuleChanges {
  const { session, place } = fixture;
  const approving = (what: (intent: Intent) => boolean): Approver =>
    startApprover({ session, member: fixture.fixture.owner, origins: place.origins, expected: what });
  const isRules = ({ kind }: Intent): boolean => kind === 'policy';
  const payments = (): Approver => approving((intent) => isRules(intent) || expected(intent));
  let approver = payments();
  let taken = 0;
  let stopped = false;
  const late = (): boolean => Date.now() > until;
  const patiently = async (look: () => Promise<boolean>): Promise<boolean> => {
    for (; !late(); await sleep(200)) if (await look().catch(() => false)) return true;
    return false;
  };

  /** @returns whether both signers have the next version */
  async function change(): Promise<boolean> {
    const [version = '0'] = (await versionsAt(fixture)) ?? [];
    const { document } = await session.call((api) => api.strategy.policy({}), until);
    const senior = document.includes(`"${noTrades.id}"`) ? [] : [noTrades];
    // Asked twice, because an answer was lost, the second one has nothing to change any more.
    await session
      .call((api) => api.strategy.save({ senior, version }), until)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
    const deciding = approving(isRules);
    const inForce = await patiently(async () => {
      const versions = (await versionsAt(fixture)) ?? [''];
      return versions.every((one) => Number(one) > Number(version));
    });
    await deciding.stop();
    return inForce;
  }
  async function work(): Promise<void> {
    for (let n = 0; n < changes && !stopped && !late(); n++) {
      await sleep(pauseMs);
      await approver.stop();
      const signed = await patiently(
        async () => !(await bookedOrders(fixture)).some(({ status }) => status === awaitingSignature),
      );
      if (signed && (await change().catch(() => false))) taken++;
      approver = payments();
    }
  }
  const done = work();
  return {
    taken: () => taken,
    approver: () => approver,
    async stop() {
      stopped = true;
      await done;
    },
  };
}
