import { createInterface } from 'node:readline'

/**
 * Asks whoever sits at the terminal. What is no yes is a no, the end of the input too.
 *
 * A terminal that Node has opened does not block: reading it before somebody has typed would fail, so this waits.
 */
export async function isAgreed(question: string): Promise<boolean> {
  // As a plain stream the terminal stays as it is, and Ctrl-C ends the command.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  try {
    return await new Promise((resolve) => {
      lines.once('close', () => resolve(false))
      lines.question(question, (answer) => resolve(/^y(es)?$/i.test(answer.trim())))
    })
  } finally {
    lines.close()
  }
}
