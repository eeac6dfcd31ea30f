import type { ColdUsage, ColdUsageOptions } from './cold-usage.ts'

/** `coldUsage`, loaded when it is asked for: mostly the index answers, and then nobody should wait for it. */
export async function coldUsage(options: ColdUsageOptions): Promise<ColdUsage> {
  const { coldUsage: count } = await import('./cold-usage.ts')
  return count(options)
}
