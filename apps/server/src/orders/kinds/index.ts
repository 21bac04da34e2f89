import type { OrderKind, OrderRequest } from '../request.ts';
import type { OrderKindRecord } from './kind.ts';
import { withdraw } from './withdraw.ts';

type Records = { readonly [K in OrderKind]: OrderKindRecord<Extract<OrderRequest, { kind: K }>> };

/** Every kind of order. */
export const orderKinds: Records = { withdraw };
