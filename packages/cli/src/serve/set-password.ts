import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { openServerState, Password } from '@skein/server'
import type { SkeinHome } from '@skein/store'
import { SkeinError } from '../errors.ts'

/** Asks for a password on the terminal, or reads the first line of standard input: never an argument, which everybody sees. */
export async function setPassword(home: SkeinHome): Promise<void> {
  const password = await ask('Password for `skein serve --auth password`: ')
  if (password.length < LEAST_LENGTH)
    throw new SkeinError('usage', `the password has ${password.length} signs`, {
      remedy: `choose one of at least ${LEAST_LENGTH}`,
    })
  if (process.stdin.isTTY && (await ask('Again: ')) !== password)
    throw new SkeinError('usage', 'the two are not the same', { remedy: 'try again' })
  const state = openServerState(home)
  try {
    await new Password(state).set(password)
  } finally {
    state.close()
  }
  process.stdout.write('The password is set. Browsers that are signed in stay so: `skein devices`.\n')
}

export function hasPassword(home: SkeinHome): boolean {
  const state = openServerState(home)
  try {
    return new Password(state).isSet
  } finally {
    state.close()
  }
}

const LEAST_LENGTH = 8

function ask(question: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(question)
  // What is typed goes nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: process.stdin.isTTY })
  return new Promise((done) => {
    let answer = ''
    lines.once('line', (line) => {
      answer = line
      lines.close()
    })
    lines.once('close', () => {
      if (process.stdin.isTTY) process.stderr.write('\n')
      done(answer)
    })
  })
}
