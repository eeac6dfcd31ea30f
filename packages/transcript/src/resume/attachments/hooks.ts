import { isFilled, object, remind, reminder, shown, strings } from './family.ts'
import type { Family, Renderer } from './family.ts'

export const hooks: Family = {
  both: {
    hook_additional_context: ({ hookName, content }) =>
      strings(content).length === 0
        ? []
        : remind(`${shown(hookName)} hook additional context: ${strings(content).join('\n')}`),
    hook_blocking_error: ({ hookName, blockingError }) => {
      const { command, blockingError: error } = object(blockingError)
      return remind(
        `${shown(hookName)} hook blocking error from command: "${shown(command)}": ${shown(error)}`,
      )
    },
    hook_stopped_continuation: ({ hookName, message }) =>
      remind(`${shown(hookName)} hook stopped continuation: ${shown(message)}`),
    async_hook_response: ({ response }) => {
      const { systemMessage, hookSpecificOutput } = object(response)
      return [systemMessage, object(hookSpecificOutput)['additionalContext']].filter(isFilled).map(reminder)
    },
  },
  modern: { hook_success: successOf(['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion']) },
  classic: { hook_success: successOf(['SessionStart', 'UserPromptSubmit']) },
}

/** Only what hooks of a few events print is for the model. */
function successOf(events: readonly string[]): Renderer {
  return ({ hookEvent, hookName, content }) =>
    isFilled(content) && events.includes(shown(hookEvent))
      ? remind(`${shown(hookName)} hook success: ${content}`)
      : []
}
