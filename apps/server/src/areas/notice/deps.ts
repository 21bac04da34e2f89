import type { TodoService } from '../todo/service.ts';
import type { DeliverDeps } from './channels/deliver.ts';
import type { MailPlace } from './mail.ts';

export interface NoticeDeps extends DeliverDeps {
  /** How long what is asked for waits for its decisions. */
  readonly validForMs: number;
  /** Undefined: the operator has configured no mail server. */
  readonly mail: MailPlace | undefined;
  readonly todos: Pick<TodoService, 'turn'>;
}
