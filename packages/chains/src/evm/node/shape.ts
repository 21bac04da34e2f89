import { textOf } from '../../rpc/shape.ts';

export const evmHashOf = (value: unknown, what: string): string => textOf(value, /^0x[0-9a-f]{64}$/, what);
