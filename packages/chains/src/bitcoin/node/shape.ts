import { textOf } from '../../rpc/shape.ts';

export const bitcoinHashOf = (value: unknown, what: string): string => textOf(value, /^[0-9a-f]{64}$/, what);
