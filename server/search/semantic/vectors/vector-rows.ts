import { createDotProductKernel, KERNEL_STEP } from './dot-product-kernel.ts';

/** Vectors of one dimension in one growing memory of at most 4 GB: growing copies nothing. */
export interface VectorRows {
  /** Rows that there is room for. */
  readonly capacity: number;
  /** Makes room for more rows. @throws {RangeError} when the memory is full. */
  grow(): void;
  write(row: number, vector: Float32Array): void;
  /** The vector itself, not a copy: good until the next `grow`. */
  read(row: number): Float32Array;
  /** What the next `dotProducts` compare with. */
  setQuery(query: Float32Array): void;
  /** Dot products of `count` rows from `row` on, at most `ROWS_AT_ONCE`. Good until the next call. */
  dotProducts(row: number, count: number): Float32Array;
}

/** Few enough that rows which nobody may see are mostly left out whole. */
export const ROWS_AT_ONCE = 64;

const PAGE_BYTES = 65_536;
const MOST_PAGES = 65_536;
const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
/** Room is made for this many bytes at a time. */
const GROWTH_BYTES = 4 * 1024 * 1024;

export function createVectorRows(dimensions: number): VectorRows {
  const padded = Math.ceil(dimensions / KERNEL_STEP) * KERNEL_STEP;
  const stride = padded * FLOAT_BYTES;
  const resultsAt = stride;
  const rowsAt = Math.ceil((resultsAt + ROWS_AT_ONCE * FLOAT_BYTES) / stride) * stride;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(rowsAt / PAGE_BYTES), maximum: MOST_PAGES });
  const kernel = createDotProductKernel(memory);
  let floats = new Float32Array(memory.buffer);

  const capacity = () => Math.floor((floats.byteLength - rowsAt) / stride);
  const floatsAt = (place: number, count: number) =>
    floats.subarray(place / FLOAT_BYTES, place / FLOAT_BYTES + count);
  return {
    get capacity() {
      return capacity();
    },
    grow() {
      memory.grow(Math.ceil(Math.max(GROWTH_BYTES, stride) / PAGE_BYTES));
      floats = new Float32Array(memory.buffer);
    },
    write: (row, vector) => floatsAt(rowsAt + row * stride, dimensions).set(vector),
    read: (row) => floatsAt(rowsAt + row * stride, dimensions),
    setQuery: (query) => floatsAt(0, dimensions).set(query),
    dotProducts(row, count) {
      kernel(rowsAt + row * stride, 0, resultsAt, count, padded);
      return floatsAt(resultsAt, count);
    },
  };
}
