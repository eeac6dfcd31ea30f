import type { HttpBindings } from '@hono/node-server'
import type { SignedIn } from './auth/devices.ts'

/** What handlers of the app have at hand: `c.get('device')` is who asks. */
export interface AppEnv {
  Bindings: HttpBindings
  Variables: { device: SignedIn }
}
