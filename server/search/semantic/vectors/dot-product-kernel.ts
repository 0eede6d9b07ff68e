/** Rows are padded with zeros to a multiple of this: the kernel takes that many numbers a step. */
export const KERNEL_STEP = 8;

/** Dot products of `rows` vectors that stand one behind the other with one query; all places are bytes of the memory. */
export type DotProductKernel = (
  firstRow: number,
  query: number,
  results: number,
  rows: number,
  dimensions: number,
) => void;

/**
 * A loop over Float32 vectors in SIMD instructions, three times as fast as the best plain JavaScript (search-storage
 * §7). Small enough to be written as WebAssembly by hand: the binary format is in the specification of WebAssembly
 * 2.0, chapter 5.
 */
export function createDotProductKernel(memory: WebAssembly.Memory): DotProductKernel {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { env: { memory } });
  const { dots } = instance.exports;
  if (typeof dots !== 'function') throw new Error('The kernel has no function.');
  return (firstRow, query, results, rows, dimensions) => {
    if (rows > 0) dots(firstRow, query, results, rows, dimensions);
  };
}

const I32 = 0x7f;
const V128 = 0x7b;
const NO_RESULT = 0x40;
const MOST_PAGES = 65_536;
const MAGIC_AND_VERSION = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** Parameters, then locals: `remaining`, `queryAt` and two sums of four numbers each. */
const [rowAt, query, resultAt, rows, dimensions, remaining, queryAt, sumA, sumB] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const number = (value: number) => [0x41, value];
const plus = (local: number, value: number) => [...get(local), ...number(value), 0x6a, ...set(local)];
const loop = (...body: number[][]) => [0x03, NO_RESULT, ...body.flat(), 0x0b];
/** Goes to the start of the loop around it while the counter, less `step`, is above 0. */
const repeatLess = (counter: number, step: number) =>
  [get(counter), number(step), [0x6b], tee(counter), number(0), [0x4a], [0x0d, 0]].flat();
const load4 = (address: number, offset: number) => [...get(address), 0xfd, 0x00, 4, offset];
const zeros4 = [0xfd, 0x0c, ...Array.from({ length: 16 }, () => 0)];
const add4 = [0xfd, 0xe4, 0x01];
const multiply4 = [0xfd, 0xe6, 0x01];
const lane = (index: number) => [...get(sumA), 0xfd, 0x1f, index];
const addFloats = [0x92];
const storeFloat = [0x38, 2, 0];

const addProducts = (sum: number, offset: number) =>
  [get(sum), load4(rowAt, offset), load4(queryAt, offset), multiply4, add4, set(sum)].flat();

const BODY = loop(
  [...zeros4, ...set(sumA), ...zeros4, ...set(sumB)],
  [...get(dimensions), ...set(remaining), ...get(query), ...set(queryAt)],
  loop(
    addProducts(sumA, 0),
    addProducts(sumB, 16),
    plus(rowAt, 32),
    plus(queryAt, 32),
    repeatLess(remaining, KERNEL_STEP),
  ),
  [...get(sumA), ...get(sumB), ...add4, ...set(sumA)],
  [
    ...get(resultAt),
    ...lane(0),
    ...lane(1),
    ...addFloats,
    ...lane(2),
    ...addFloats,
    ...lane(3),
    ...addFloats,
  ],
  storeFloat,
  plus(resultAt, 4),
  repeatLess(rows, 1),
);

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const locals = [2, 2, I32, 2, V128];
  const code = [...locals, ...BODY, 0x0b];
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(2, [
      1,
      ...text('env'),
      ...text('memory'),
      0x02,
      0x01,
      ...unsigned(1),
      ...unsigned(MOST_PAGES),
    ]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('dots'), 0x00, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}

function section(id: number, content: number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function text(value: string): number[] {
  return [value.length, ...Buffer.from(value)];
}

/** LEB128: seven bits a byte, the lowest first. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
