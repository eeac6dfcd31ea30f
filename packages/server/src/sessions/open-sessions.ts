import type { Store } from '@skein/store'
import type { PriceTable } from '@skein/view'

export class OpenSessions {
  constructor(_options: { readonly store: Store; readonly prices: PriceTable }) {}
  close(): void {}
}
