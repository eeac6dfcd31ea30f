import { inertLine } from '@skein/view'

/** The kinds of what the program injects, in words. */
export function injectedLabel(kind: string): string {
  return LABELS.get(kind) ?? inertLine(kind.replaceAll(/[_-]+/g, ' ')).slice(0, 60)
}

const LABELS: ReadonlyMap<string, string> = new Map([
  ['ide_selection', 'IDE selection'],
  ['ide-selection', 'IDE selection'],
  ['ide_opened_file', 'Open file'],
  ['ide-opened-file', 'Open file'],
  ['ide_diagnostics', 'IDE diagnostics'],
  ['system-reminder', 'Reminder'],
  ['local-command-caveat', 'Caveat'],
  ['compact-summary', 'Summary of the compacted past'],
  ['meta', 'Meta'],
  ['notification', 'Notification'],
  ['task-notification', 'Notification'],
  ['interruption', 'Interrupted'],
  ['output', 'Command output'],
])
