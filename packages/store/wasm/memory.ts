/**
 * Layout of the memory that host and module share; src/signatures/wasm-text.ts has the same numbers.
 * The host keeps 512 bytes of room behind whatever it writes to WINDOW.
 */
export const RESULT: usize = 1024
/** Per rule: count of keys (u32), then `KEY_BYTES` a key. */
export const RULES: usize = 0x1000
export const RULE_BYTES: usize = 0x800
export const KEY_BYTES: usize = 32
/** By ASCII byte: what it folds to, white space to a space; 0 for what ends the fast way. */
export const ASCII_FOLD: usize = 0x2f00
/** By the letter of a short escape: what it stands for, folded; 0 for all others. */
export const ESCAPE_FOLD: usize = 0x2e00
export const STACK: usize = 0x3000
export const STACK_END: usize = 0x3800
/** Strings left to the host: two addresses each. */
export const HARD: usize = 0x3800
export const HARD_END: usize = 0x6000
/** Byte patterns to find, `NEEDLE_BYTES` each. */
export const NEEDLES: usize = 0x6000
export const NEEDLE_BYTES: usize = 1024
/** By UTF-16 unit: its fold, white space as a space; HARD_UNIT where only the whole string says. */
export const FOLDS: usize = 0x10000
/** A byte for each bit of the signature that `gather` is to set: of runs of five units, of seams, of runs of three. */
export const FIVES: usize = 0x30000
export const SEAMS: usize = 0x40000
export const THREES: usize = 0x50000
export const MARKS_END: usize = 0x58000
export const SIGNATURE: usize = 0x58000
export const SIGNATURE_BYTES: usize = 20480
export const WINDOW: usize = 0x60000

export const QUOTE: u32 = 0x22
export const BACKSLASH: u32 = 0x5c
