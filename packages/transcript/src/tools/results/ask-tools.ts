import { objectOf, objectsOf, stringOf } from '../../entry/narrow.ts'
import type { JsonObject } from '../../entry/narrow.ts'

/** Questions to the user and what they answered (since 2.1.6). A refusal is a string, not this. */
export interface AskUserQuestionResult {
  readonly tool: 'AskUserQuestion'
  readonly questions: readonly Question[]
  /** By the question's text; several choices are joined by commas. */
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
}

export interface Question {
  readonly question: string
  readonly header: string | null
  readonly options: readonly { readonly label: string; readonly description: string | null }[]
  readonly multiSelect: boolean
}

/** The plan was accepted (all versions; `path` since 2.1.17). A refusal is a string, not this. */
export interface ExitPlanModeResult {
  readonly tool: 'ExitPlanMode'
  readonly plan: string | null
  readonly path: string | null
  readonly isAgent: boolean
}

export function readAskUserQuestion(value: JsonObject): AskUserQuestionResult | null {
  const answers = objectOf(value.answers)
  if (!Array.isArray(value.questions) || answers === null) return null
  return {
    tool: 'AskUserQuestion',
    questions: objectsOf(value.questions).map(readQuestion),
    answers: Object.entries(answers).flatMap(([question, answer]) =>
      typeof answer === 'string' ? [{ question, answer }] : [],
    ),
  }
}

export function readExitPlanMode(value: JsonObject): ExitPlanModeResult | null {
  if (value.plan === undefined) return null
  return {
    tool: 'ExitPlanMode',
    plan: stringOf(value.plan),
    path: stringOf(value.filePath),
    isAgent: value.isAgent === true,
  }
}

function readQuestion(value: JsonObject): Question {
  return {
    question: stringOf(value.question) ?? '',
    header: stringOf(value.header),
    options: objectsOf(value.options).map((option) => ({
      label: stringOf(option.label) ?? '',
      description: stringOf(option.description),
    })),
    multiSelect: value.multiSelect === true,
  }
}
