/** The versions of the real program that recordings are made with: the newest known and one of the 2.0 line. */
export const recordedVersions = ['2.1.325', '2.0.76'] as const

/** Versions that can be installed for a closer look; nothing is recorded with the extra ones. */
export const pinnedVersions = [...recordedVersions, '2.1.112', '2.1.45'] as const

export type RecordedVersion = (typeof recordedVersions)[number]
export type PinnedVersion = (typeof pinnedVersions)[number]

/** One model for all runs: what the program sends depends on the model (see docs/conformance.md). */
export const pinnedModel = 'claude-sonnet-4-5-20250929'
