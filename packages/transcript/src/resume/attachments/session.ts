import { NO_CONTENT } from '../texts.ts'
import { isFilled, object, remind, remindOf, shown } from './family.ts'
import type { Family, Part } from './family.ts'

/** What a session says about itself: its model, its style, in whose name it commits. */
export const session: Family = {
  both: {
    critical_system_reminder: ({ content }) => remind(content === '' ? NO_CONTENT : shown(content)),
  },
  modern: {
    output_style: ({ style }) => styled(shown(style)),
    ultrathink_effort: () =>
      remind(
        'The user included the keyword "ultrathink", requesting deeper reasoning on this turn. Reason as thoroughly as the task warrants.',
      ),
    model: ({ text, identity }) => {
      if (typeof text === 'string') return text === '' ? [] : remind(text)
      const { modelId, marketingName, knowledgeCutoff } = object(identity)
      const name = isFilled(marketingName)
        ? `the model named ${marketingName}. The exact model ID is ${shown(modelId)}.`
        : `the model ${shown(modelId)}.`
      const cutoff = isFilled(knowledgeCutoff) ? ` Assistant knowledge cutoff is ${knowledgeCutoff}.` : ''
      return remind(`You are powered by ${name}${cutoff}`)
    },
    session_context: ({ context }) => {
      const { userEmail, gitStatus, ...others } = object(context)
      const known = Object.entries({ userEmail, gitStatus }).filter(([, text]) => isFilled(text))
      if (known.length === 0 || Object.keys(others).length > 0) return [] // one field it does not know, and it sends none
      return remind(
        `As you answer the user's questions, you can use the following context:\n${known.map(([name, text]) => `# ${name}\n${shown(text)}`).join('\n')}\n\nClaude Code attached this context automatically; it isn't part of the user's message. It describes the user's own account and workspace, so they don't need it reported back.`,
      )
    },
    remote_session_change: ({ commit, pr, managedCommit, managedPr, sendUserFileHint }) => {
      if (typeof commit !== 'string' || typeof pr !== 'string') return []
      const rule = MANAGED[managedCommit === true ? 1 : 0][managedPr === true ? 1 : 0]
      const lines = [
        `Attribution for git commits and pull requests you create from here on (${REPLACED}; ${rule} do not add attribution lines this reminder leaves out):`,
        ...(commit === '' ? [] : [`- End git commit messages with:\n${commit}`]),
        ...(pr === '' ? [] : [`- End pull request descriptions with:\n${pr}`]),
      ]
      return remindOf([
        commit === '' && pr === '' ? NO_ATTRIBUTION : lines.join('\n'),
        sendUserFileHint === true && SEND_FILES,
      ])
    },
  },
  classic: {
    output_style: ({ style }) => (style === 'Explanatory' || style === 'Learning' ? styled(style) : []),
  },
}

function styled(style: string): Part[] {
  return remind(`${style} output style is active. Remember to follow the specific guidelines for this style.`)
}

const REPLACED =
  "this replaces Claude Code's own earlier attribution guidance, such as a previous copy of this reminder"
/** Whose word counts, by whether the commit line and the pull request line are managed. */
const MANAGED = [
  [
    "the user's own instructions about these lines, such as a CLAUDE.md or memory rule, take precedence over this reminder, but",
    managedLine('pull request', 'commit'),
  ],
  [
    managedLine('commit', 'pull request'),
    "these lines are set by the user's organization's managed settings and apply even if the user's instructions say otherwise;",
  ],
] as const
const NO_ATTRIBUTION = `From here on, do not add attribution lines to git commit messages or pull request descriptions (${REPLACED}, and applies even if a CLAUDE.md or memory rule asks for attribution lines).`
const SEND_FILES =
  'The user can follow this conversation from another device; to put a file in front of them there (a report, a screenshot, a built artifact), send it with SendUserFile.'

function managedLine(managed: string, other: string): string {
  return `the ${managed} line is set by the user's organization's managed settings and applies even if the user's instructions say otherwise; the user's own instructions about the ${other} line, such as a CLAUDE.md or memory rule, take precedence, but`
}
