/**
 * Attachments that a trim may drop: what hooks printed, files as they were at the time, reminders of
 * the moment. Prompts typed meanwhile (`queued_command`) are what a human said; what the program would
 * announce again with the next prompt (listings, instructions, surroundings) saves nothing; the system
 * prompt and marks that decide how a resume goes on are no text. Types nobody has seen are kept.
 */
export function isDroppable(type: string): boolean {
  return DROPPABLE.has(type)
}

const DROPPABLE: ReadonlySet<string> = new Set([
  'hook_success',
  'hook_additional_context',
  'hook_system_message',
  'hook_blocking_error',
  'hook_non_blocking_error',
  'hook_cancelled',
  'async_hook_response',
  'file',
  'already_read_file',
  'edited_text_file',
  'compact_file_reference',
  'opened_file_in_ide',
  'selected_lines_in_ide',
  'pdf_reference',
  'directory',
  'edited_image_file',
  'todo_reminder',
  'task_reminder',
  'total_tokens_reminder',
  'silent_turn_reminder',
  'token_usage',
  'output_token_usage',
  'budget_usd',
  'diagnostics',
])
