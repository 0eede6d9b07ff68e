/** Zod can compile a schema at its first use, which takes longer than reading a thousand records without. */
export const UNCOMPILED = { jitless: true };

/** So often a schema is used as it is: only what is read more often is worth compiling. */
const SELDOM = 1000;

const uses = new WeakMap<object, number>();

/** For a schema that many calls may be read by: it is compiled once they are many. */
export function compiledWhenOften(schema: object): { jitless: boolean } {
  const before = uses.get(schema) ?? 0;
  if (before === SELDOM) return { jitless: false };
  uses.set(schema, before + 1);
  return UNCOMPILED;
}
