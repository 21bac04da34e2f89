import type { Catalog } from '../../catalog.ts';
import type { TodoService } from '../todo/service.ts';
import type { DeliverDeps } from './channels/deliver.ts';

/** The operator's mail server as it may be shown: neither user nor password. */
export interface MailPlace {
  readonly from: string;
  readonly host: string;
  readonly encrypted: boolean;
}

export interface NoticeDeps extends DeliverDeps {
  /** How long what is asked for waits for its decisions. */
  readonly validForMs: number;
  /** Undefined: the operator has configured no mail server. */
  readonly mail: MailPlace | undefined;
  readonly catalog: Pick<Catalog, 'centsOf'>;
  readonly todos: Pick<TodoService, 'turn' | 'turns'>;
}
