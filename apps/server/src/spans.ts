/**
 * What a trace is made of. Without an exporter (`ops/traces.ts`) the API of OpenTelemetry does nothing, so nobody has to ask whether traces are on. A span says what was
 * done, at which chain or signer and how long it took: no amount, no address, no name, and of a failure its kind alone.
 */
import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const tracer = () => trace.getTracer('holdfast');

async function inSpan<T>(
  name: string,
  of: { attributes?: Attributes; kind?: SpanKind },
  at: Context,
  work: () => Promise<T>,
): Promise<T> {
  const span = tracer().startSpan(name, of, at);
  try {
    return await context.with(trace.setSpan(at, span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' });
    throw error;
  } finally {
    span.end();
  }
}

/** A part of whatever is traced around it. What runs by itself, as looks at chains and signers do all the time, makes no trace of its own. */
export const spanned = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> =>
  trace.getActiveSpan() ? inSpan(name, { attributes, kind: SpanKind.CLIENT }, context.active(), work) : work();

/**
 * The trace of an order is its intent's id: so every server, and whoever reads the signers' logs, knows it without being told, and nothing is sent to a signer.
 * Its steps hang side by side below one place that has no span itself.
 */
export const traceOf = (intent: string): string => intent.replaceAll('-', '');

const orderContext = (intent: string): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: traceOf(intent),
    spanId: traceOf(intent).slice(16),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });

/** A step of an order's life. */
export const orderStep = <T>(
  name: string,
  order: { readonly id: number; readonly intent_id: string },
  work: () => Promise<T>,
) => inSpan(`order ${name}`, { attributes: { 'holdfast.order': order.id } }, orderContext(order.intent_id), work);

/** A span for each request, by endpoint and never by what callers write. What a caller says of a trace of its own is not believed. */
export function traceRequests(fastify: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, ReturnType<ReturnType<typeof tracer>['startSpan']>>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    const attributes = { 'http.request.method': method, 'http.route': route, 'holdfast.request': request.id };
    const span = tracer().startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
    spans.set(request, span);
    context.with(trace.setSpan(ROOT_CONTEXT, span), done);
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
