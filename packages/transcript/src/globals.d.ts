/**
 * The globals of every JavaScript runtime that the kernel uses. Declared by hand, so that
 * neither the DOM's nor Node's other names can slip into a package that must run in both.
 */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label: 'utf-8', options: { ignoreBOM: true })
  decode(bytes: Uint8Array): string
}
declare function atob(base64: string): string
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module)
    readonly exports: object
  }
  class Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
}
