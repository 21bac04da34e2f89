import { leavesOf } from '../heard.ts';
import { answerIf, type Reading } from '../reading.ts';

export const wallets: Reading = ([said], { wallet }) =>
  answerIf(!said || leavesOf([said]).some(({ shown }) => shown === wallet));
