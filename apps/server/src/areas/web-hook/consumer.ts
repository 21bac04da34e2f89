import type { Tx } from '../../db/database.ts';
import { numberOf, type OutboxEvent } from '../../outbox/events.ts';
import type { Consumer } from '../../outbox/service.ts';
import type { WebHookDeps } from './deps.ts';
import { insertEvents, type NewEvent } from './events.ts';
import { type EventFacts, factsOf } from './facts.ts';
import * as queries from './queries.ts';
import { enqueue } from './queue.ts';
import { isFinal, isTold, saysState, typeOf } from './rules.ts';

type State = Extract<OutboxEvent, { kind: 'order' | 'deposit' }>;

const isState = (event: OutboxEvent): event is State =>
  (event.kind === 'order' || event.kind === 'deposit') && saysState(event.kind, event.data.sub);

function eventOf(event: State, facts: EventFacts = { business_id: numberOf(event) }): NewEvent[] {
  const { workspace_id, object, created_at, kind, data } = event;
  if (workspace_id === null) return [];
  const side = kind === 'order' ? ('withdraw' as const) : kind;
  const { status, sub: sub_status } = data;
  return [
    {
      workspace_id,
      object,
      side,
      type: typeOf(side, status),
      status,
      final: isFinal(side, status),
      data: { side, status, sub_status, ...facts },
      created_at,
    },
  ];
}

async function take(deps: WebHookDeps, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const states = events.filter(isState);
  const workspaces = [...new Set(states.flatMap(({ workspace_id: id }) => (id === null ? [] : [id])))];
  if (workspaces.length === 0) return;
  const endpoints = await queries.endpointsIn(tx, workspaces);
  // A workspace that nobody outside listens to keeps nothing.
  const heard = states.filter((event) => endpoints.some(({ workspace_id }) => workspace_id === event.workspace_id));
  if (heard.length === 0) return;
  const facts = await factsOf(tx, heard, deps.catalog);
  const made = await insertEvents(
    tx,
    heard.flatMap((event) => eventOf(event, facts.get(event.object))),
  );
  const told = made.flatMap((event) =>
    endpoints
      .filter((endpoint) => endpoint.workspace_id === event.workspace_id && isTold(endpoint, event))
      .map(({ id: endpointId }) => ({ endpointId, event })),
  );
  await enqueue(tx, told, deps.clock());
}

/** Keeps each state of each order and deposit for those who are to be told of it. It sends nothing. */
export const createConsumer = (deps: WebHookDeps): Consumer => ({
  name: 'webHooks',
  take: (tx, events) => take(deps, tx, events),
});
