import { z } from 'zod';

/** Before any schema exists: zod would otherwise probe whether it may compile code, which Trusted Types report. */
z.config({ jitless: true });
