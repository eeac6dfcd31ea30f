/** Runs long work that Ctrl-C stops at a good point: it gets a signal, and says itself what is kept. */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const onInterrupt = (): void => stop.abort()
  process.once('SIGINT', onInterrupt)
  try {
    return await work(stop.signal)
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}
