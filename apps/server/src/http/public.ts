import { contract } from '@holdfast/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ServerConfig } from '../config.ts';
import type { Db } from '../db/database.ts';
import { version } from '../version.ts';
import { openApi, openPart } from './openapi.ts';

/** A chain that is not followed, or a block that could not be taken in. */
async function hasTrouble(db: Db): Promise<boolean> {
  const { rows } = await sql<{ trouble: boolean }>`
    select exists (select 1 from chain_state where state = 'down') or exists (select 1 from blocks_aside) as trouble`.execute(
    db,
  );
  return rows[0]?.trouble ?? false;
}

/** Made when it is first asked for: a start need not wait for the schemas of every call. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** What anybody may ask: is it alive, which version, what is the API. */
export function bindPublic(fastify: FastifyInstance, { db, config }: { db: Db; config: ServerConfig }): void {
  const info = { version, origin: config.origin };
  const document = once(() => openApi(contract, info));
  fastify.get('/api/openapi.json', document);
  const open = once(() => openApi(openPart(contract), info));
  fastify.get('/openapi/openapi.json', open);
  fastify.get('/version', () => ({ name: 'holdfast-server', version }));
  fastify.get('/healthz', async (request, reply) => {
    try {
      return { status: 'ok', chains: (await hasTrouble(db)) ? 'trouble' : 'ok' };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'database' });
    }
  });
}
