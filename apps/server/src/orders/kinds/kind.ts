import type { IntentKind } from '@holdfast/policy';
import type { OrderRequest } from '../request.ts';

/** All that tells one kind of order from another. */
export interface OrderKindRecord<R extends OrderRequest> {
  /** What members sign of it. */
  readonly intent: IntentKind;
  /** The field that no order of this kind can be made with, whoever asked for it; undefined where all are right. */
  readonly misfit: (request: R) => string | undefined;
  /** What the log says of it in plain sight; everything else is in the intent, whose digest it names. */
  readonly told: (request: R) => Readonly<Record<string, string>>;
}
