import { expect, it } from 'vitest'
import { stoppable } from './stoppable.ts'

it('tells work of Ctrl-C, and leaves nothing behind', async () => {
  const before = process.listenerCount('SIGINT')
  const stopped = await stoppable(async (signal) => {
    process.emit('SIGINT')
    return signal.aborted
  })
  expect({ stopped, listeners: process.listenerCount('SIGINT') }).toEqual({
    stopped: true,
    listeners: before,
  })
})
