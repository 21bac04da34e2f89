/**
 * zod would otherwise probe whether it may compile code as soon as a schema is made, which a strict page reports (Trusted Types). Its
 * configuration lives on `globalThis` (zod 4, core.ts), so it can be set before zod is there: the schemas come in a file of their own.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
