import { AI_RULES } from './ai.ts'
import { CLOUD_RULES } from './cloud.ts'
import { CODE_HOST_RULES } from './code-host.ts'
import { MESSAGING_RULES } from './messaging.ts'
import { SERVICE_RULES } from './services.ts'
import type { ProviderRule } from './token-rule.ts'

/** Every issuer whose tokens say who made them. */
export const PROVIDER_RULES: readonly ProviderRule[] = [
  ...AI_RULES,
  ...CLOUD_RULES,
  ...CODE_HOST_RULES,
  ...MESSAGING_RULES,
  ...SERVICE_RULES,
]
