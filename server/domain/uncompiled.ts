/** Zod can compile a schema at its first use, which takes longer than reading a thousand records without. */
export const UNCOMPILED = { jitless: true };
