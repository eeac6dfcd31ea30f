import { createContext } from 'react'

/** Whether this device may see secrets unmasked: one that only reads may not. */
export const MayReveal = createContext(true)
