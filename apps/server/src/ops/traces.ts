import { context, trace } from '@opentelemetry/api';
import type { ServerConfig } from '../config.ts';
import { version } from '../version.ts';

const exportLimitMs = 10_000;
const everyMs = 2_000;

/**
 * Sends spans to a collector by OTLP over HTTP, until the returned call ends it. What the collector does not take is dropped: nothing waits for it. The packages for that are
 * loaded here alone, so a server without traces does not.
 */
export async function startTraces({ url }: NonNullable<ServerConfig['traces']>): Promise<() => Promise<void>> {
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportLimitMs });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'holdfast-server', 'service.version': version }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: everyMs, exportTimeoutMillis: exportLimitMs }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return async () => {
    await provider.shutdown().catch(() => undefined);
    trace.disable();
    context.disable();
  };
}
