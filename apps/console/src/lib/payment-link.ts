import type { contract, Output } from '@holdfast/contract';

type Reading = Output<typeof contract.withdraw.addressLink>;

/** Why a link is not read. */
export const linkFaults = {
  unknown: 'whiteAddress:link.fault.unknown',
  malformed: 'whiteAddress:link.fault.malformed',
  amount: 'whiteAddress:link.fault.amount',
  demands: 'whiteAddress:link.fault.demands',
  network: 'whiteAddress:link.fault.network',
  coin: 'whiteAddress:link.fault.coin',
  memo: 'whiteAddress:link.fault.memo',
} as const satisfies Record<Exclude<Reading['fault'], ''>, string>;

export const isLinkFault = (fault: string): fault is keyof typeof linkFaults => Object.hasOwn(linkFaults, fault);

/** Whose address stands in no link is not the one that it names: a server that is not what it should be could put anybody's there. */
export const isNamedIn = (link: string, payee: string): boolean => link.toLowerCase().includes(payee.toLowerCase());
