import { leavesOf } from '../heard.ts';
import { answerIf, type Reading } from '../reading.ts';

export const initiators: Reading = ([said], { initiator, role }) => {
  if (!said) return 'yes';
  const roles = (said.parts.list ?? []).flatMap((one) => ('word' in one ? (one.parts.role ?? []) : []));
  return answerIf(
    leavesOf([said]).some(({ is, of }) => is === 'member' && of === initiator) ||
      roles.some((one) => 'word' in one && one.word === `role_${role}`),
  );
};
