import fc from 'fast-check'
import { FEATURES } from '../corpus/features.ts'
import type { FeatureRates } from '../corpus/features.ts'
import type { SessionOptions } from '../corpus/session.ts'
import { PROFILES } from '../corpus/versions.ts'

const features: fc.Arbitrary<FeatureRates> = fc
  .array(fc.constantFrom(...FEATURES), { maxLength: 8 })
  .map((chosen) => Object.fromEntries(chosen.map((feature) => [feature, true])))

/** Sessions without damage, of any version, with up to eight features each. */
export const cleanSession: fc.Arbitrary<SessionOptions> = fc.record({
  seed: fc.integer({ min: 0, max: 1_000_000 }),
  turns: fc.integer({ min: 1, max: 5 }),
  version: fc.constantFrom(...PROFILES.map(({ version }) => version)),
  features,
})

/** Clean ones and damaged ones. */
export const anySession: fc.Arbitrary<SessionOptions> = fc
  .tuple(cleanSession, fc.constantFrom(0, 0, 0.05, 0.3))
  .map(([options, damage]) => ({ ...options, damage }))
