import type { TodoService } from '../todo/service.ts';
import type { DeliverDeps } from './channels/deliver.ts';

export interface NoticeDeps extends DeliverDeps {
  /** How long what is asked for waits for its decisions. */
  readonly validForMs: number;
  readonly todos: Pick<TodoService, 'turn'>;
}
