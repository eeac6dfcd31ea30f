/** `skein trace drain`: the exporter that the hook starts. */
export async function runDrain(): Promise<void> {
  await Promise.resolve()
}
