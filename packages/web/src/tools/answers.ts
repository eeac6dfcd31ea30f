import { fieldsOf, listOf, textOf } from './fields.ts'

/** A question with what could be chosen, and what was. */
export interface Asked {
  readonly header: string
  readonly question: string
  readonly multi: boolean
  readonly options: readonly {
    readonly label: string
    readonly description: string
    readonly chosen: boolean
  }[]
  /** What was answered; empty where nothing was. */
  readonly answer: string
  /** The answer is none of the options. */
  readonly own: boolean
}

/**
 * Questions of a call and the answers in its result. The result is a sentence (`User has answered your questions:
 * "Which?"="This", …`), so a quoted question is looked for in it; without one, labels are.
 */
export function askedOf(input: unknown, result: string): Asked[] {
  const fields = fieldsOf(input)
  const answers = fieldsOf(fields.answers)
  return listOf(fields.questions)
    .slice(0, 20)
    .map((one) => {
      const { header, question, options, multiSelect } = fieldsOf(one)
      const answer = textOf(answers[textOf(question)]) || quotedAnswer(result, textOf(question))
      const labels = listOf(options).map((option) => textOf(fieldsOf(option).label))
      const isChosen = (label: string): boolean =>
        label !== '' && (answer === label || answer.split(', ').includes(label))
      return {
        header: textOf(header),
        question: textOf(question),
        multi: multiSelect === true,
        answer,
        own: answer !== '' && !labels.some(isChosen),
        options: listOf(options)
          .slice(0, 20)
          .map((option) => {
            const { label, description } = fieldsOf(option)
            return { label: textOf(label), description: textOf(description), chosen: isChosen(textOf(label)) }
          }),
      }
    })
}

function quotedAnswer(result: string, question: string): string {
  const start = question === '' ? -1 : result.indexOf(`"${question}"="`)
  if (start < 0) return ''
  const from = start + question.length + 4
  const end = result.indexOf('"', from)
  return end < 0 ? '' : result.slice(from, end)
}
