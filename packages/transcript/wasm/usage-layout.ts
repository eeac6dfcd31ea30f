/** Where the usage scan (usage.ts) has what in its memory, and the numbers that it shares with the host (AssemblyScript). */

/** Layout of the memory; src/usage-scan/wasm-usage-scan.ts has the same numbers. */
export const RESULT: usize = 1024
export const KEYS: usize = 2048
export const OBJECT_BYTES: usize = 512
export const KEY_BYTES: usize = 40
/** Two templates: the one in use and the one that is being written. (json.ts has its stack below them.) */
export const TEMPLATES: usize = 0x4000
export const TEMPLATE_BYTES: usize = 0x2000
export const STEPS_BYTES: usize = 0x400
export const ROWS: usize = 0x8000
export const ROWS_END: usize = 0x48000
export const ROW_BYTES: usize = 128
export const WINDOW: usize = 0x50000

/** `TAKE` of src/usage-scan/usage-keys.ts. */
export const TAKE_SKIP: u32 = 0
export const TAKE_TYPE: u32 = 1
export const TAKE_TIME: u32 = 2
export const TAKE_SESSION: u32 = 3
export const TAKE_SIDECHAIN: u32 = 4
export const TAKE_API_ERROR: u32 = 5
export const TAKE_OBJECT: u32 = 6
export const TAKE_ID: u32 = 7
export const TAKE_MODEL: u32 = 8
export const TAKE_TIER: u32 = 9
export const TAKE_FORKED_FROM: u32 = 10
export const TAKE_SPEED: u32 = 11
export const TAKE_GEO: u32 = 12
export const TAKE_COUNTER: u32 = 16
export const USAGE_OBJECT: usize = 2

/** Cells of a row. */
export const ROW_HASH: usize = 0
export const ROW_TIME: usize = 8
export const ROW_COUNTERS: usize = 16
export const ROW_START: usize = 80
export const ROW_END: usize = 84
export const ROW_FLAGS: usize = 88
/** Start and length of session, model and tier; only of a row that is `NAMED`. */
export const ROW_NAMES: usize = 92

/** Flags of a row. */
export const FORKED: u32 = 1
export const SIDECHAIN: u32 = 2
/** The host must read this line itself: nothing but its start and end is said. */
export const EXACT: u32 = 4
/** Without it, the names are those of the `NAMED` row before. */
export const NAMED: u32 = 8
/** Inference was kept in the US: part of the name of its tier. */
export const US_ONLY: u32 = 16

export const NEWLINE: u32 = 0x0a
