import type { FeatureRates } from './features.ts'
import type { Quantiles } from './prng.ts'
import type { Profile } from './versions.ts'

/**
 * How often things happen in a large corpus: rates after the counts in 288 public transcripts, rare shapes raised a
 * little so that a gigabyte holds many of each.
 */
export function bulkFeatures(profile: Profile): FeatureRates {
  return {
    thinking: 0.3,
    parallelTools: 0.12,
    toolErrors: 0.05,
    interruptions: 0.01,
    pendingTool: 0.05,
    persistedOutput: profile.usage === 'geo' || profile.envelope === 'tail' ? 0.002 : 0,
    rewind: 0.04,
    retry: 0.01,
    secondWriter: 0.008,
    apiErrors: 0.02,
    lateApiError: 0.001,
    preservedCompaction: profile.envelope === 'tail' ? 0.004 : 0,
    compaction: 0.004,
    subAgents: 0.025,
    nestedAgents: profile.agents === 'subagents-meta' ? 0.2 : 0,
    asyncAgents: profile.envelope === 'tail' ? 0.2 : 0,
    outOfOrder: profile.version === '2.1.101' || profile.version === '2.1.126' ? 0.05 : 0,
    lastPrompt: profile.lastPrompt === 'leaf' ? 0.05 : 0,
    gateway: 0.06,
    mixedVersions: 0.002,
    queuedPrompts: 0.06,
    slashCommands: 0.06,
    bashPrompts: 0.015,
    ideTags: 0.03,
    images: 0.006,
    attachments: 1,
    progress: 0.28,
    hooks: profile.progress ? 0.4 : 0.33,
    snapshots: 0.5,
    sideRows: 0.85,
    forks: 0.04,
  }
}

/** Bytes of a session's own transcript: 50 KB to 60 MB, most of them below half a megabyte. */
export const SESSION_BYTES: Quantiles = [
  [0, 50_000],
  [0.25, 160_000],
  [0.5, 380_000],
  [0.75, 900_000],
  [0.9, 2_200_000],
  [0.97, 6_000_000],
  [0.99, 18_000_000],
  [1, 60_000_000],
]
