/**
 * Finds secrets and replaces them by stable placeholders. One engine for what people see on the
 * screen, for exports, for edited sessions and for traces.
 */
export type { NamedPattern } from './custom-pattern.ts'
export { detectSecrets } from './detect.ts'
export type { DetectOptions } from './detect.ts'
export { isBlob, mapJsonText } from './json-text.ts'
export { placeholderParts } from './placeholder.ts'
export { Redactor } from './redactor.ts'
export type { KindCount } from './redactor.ts'
export { shownValue } from './shown-value.ts'
export { hasTraceless, HIDDEN, SEQUENCES, untorn } from './traceless.ts'
