/**
 * The module of some base64; null where WebAssembly with SIMD is not to be had. Compiling it tells: to validate it first
 * would take as long again, at the start of every command.
 */
export function compiledWasm(base64: string): WebAssembly.Module | null {
  if (typeof WebAssembly === 'undefined') return null
  const text = atob(base64)
  const binary = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) binary[i] = text.charCodeAt(i)
  try {
    return new WebAssembly.Module(binary)
  } catch {
    return null
  }
}
