/**
 * The globals of every JavaScript runtime that this package uses. Declared by hand, so that
 * neither the DOM's nor Node's other names can slip into a package that must run in both.
 */
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label: 'utf-8', options: { ignoreBOM: true })
  decode(bytes: Uint8Array): string
}
declare class URL {
  static canParse(address: string): boolean
  constructor(address: string)
  readonly protocol: string
}
