import { describe } from 'vitest'
import { sessionReaderContract } from '../../test/session-reader-contract.ts'
import { Store } from './store.ts'

describe('the embedded store', () => {
  sessionReaderContract(async ({ root, data }) => {
    const store = Store.open({ env: { HOME: data, SKEIN_HOME: data, CLAUDE_CONFIG_DIR: root } })
    return {
      reader: store,
      refresh: async () => void (await store.refresh()),
      close: async () => store.close(),
    }
  })
})
