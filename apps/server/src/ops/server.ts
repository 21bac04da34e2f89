import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Db } from '../db/database.ts';
import { within } from './within.ts';

interface OpsDeps {
  readonly listen: { readonly host: string; readonly port: number };
  readonly db: Db;
  readonly log: FastifyBaseLogger;
  readonly metrics: Registry;
}
export interface OpsServer {
  /** Where it listens; the port is the real one when the configuration said 0. */
  readonly url: string;
  /** It is about to end: whatever sends requests here is to send no more. */
  leave(): void;
  close(): Promise<void>;
}

/** Longer, and whoever asks takes the database for gone. */
const databaseMs = 2_000;

/**
 * For whoever runs the server, on a port of its own that members never reach: `/livez` (the process answers), `/readyz` (it can serve: the database answers, and it is not
 * ending), `/metrics` (Prometheus text).
 */
export async function startOps({ listen, db, log, metrics }: OpsDeps): Promise<OpsServer> {
  const fastify = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 10_000,
  });
  let leaving = false;
  fastify.get('/livez', () => ({ status: 'ok' }));
  fastify.get('/readyz', async (request, reply) => {
    if (leaving) return reply.code(503).send({ status: 'leaving' });
    try {
      await within(databaseMs, sql`select 1`.execute(db));
      return { status: 'ok' };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'database' });
    }
  });
  fastify.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.metrics()));
  const url = await fastify.listen(listen);
  return {
    url,
    leave: () => {
      leaving = true;
    },
    close: () => fastify.close(),
  };
}
