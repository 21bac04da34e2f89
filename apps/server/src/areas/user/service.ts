import { isSolo, parsePolicy } from '@holdfast/policy';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../../http/context.ts';
import * as queries from './queries.ts';

export type UserService = ReturnType<typeof createUser>;

/** Who the caller is and what the installation's policy says about them. */
export function createUser({ db, singleHost }: { db: Db; singleHost: boolean }) {
  return {
    async info(caller: Caller) {
      const [user, memberships, policyText] = await Promise.all([
        queries.findUser(db, caller.userId),
        queries.findMemberships(db, caller.userId),
        queries.findPolicyText(db),
      ]);
      const policy = policyText === null ? undefined : parsePolicy(policyText);
      const memberIds = new Set(memberships.map(({ member_id }) => member_id));
      const credentials = (policy?.members ?? [])
        .filter(({ id }) => memberIds.has(id))
        .flatMap((member) => member.credentials);
      return {
        user,
        memberships,
        passkeys: credentials.filter(({ type }) => type === 'passkey').length,
        solo: policy ? isSolo(policy) : false,
        singleHost,
      };
    },
  };
}
