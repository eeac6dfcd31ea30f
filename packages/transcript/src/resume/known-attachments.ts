import type { JsonObject } from '../bodies.ts'

/** The texts a version sends for an attachment it renders itself. */
export function knownAttachment(attachment: JsonObject, shaping: 'modern' | 'classic'): string[] {
  const { type, date, newDate } = attachment
  if (shaping === 'classic') return hookTexts(attachment)
  switch (type) {
    case 'date':
      return typeof date === 'string' ? [reminder(`Today's date is ${date}.`)] : []
    case 'date_change':
      return typeof newDate === 'string' ? [reminder(DATE_CHANGED.replace('%', newDate))] : []
    default:
      return hookTexts(attachment)
  }
}

const DATE_CHANGED =
  "The date has changed. Today's date is now %. No need to announce the new date — the user's own clock shows it."

function hookTexts({ type, hookName, hookEvent, content }: JsonObject): string[] {
  if (type !== 'hook_success' || typeof content !== 'string' || content === '') return []
  if (hookEvent !== 'UserPromptSubmit' && hookEvent !== 'SessionStart') return []
  return [reminder(`${String(hookName)} hook success: ${content}`)]
}

function reminder(text: string): string {
  return `<system-reminder>\n${text}\n</system-reminder>`
}
