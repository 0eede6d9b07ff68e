/** The part of WebAssembly's JavaScript interface that the kernel uses: Node has it, its type package does not. */
declare namespace WebAssembly {
  class Memory {
    constructor(limits: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  type Module = object;
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, Memory>>);
    readonly exports: Record<string, unknown>;
  }
}
