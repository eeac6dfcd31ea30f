// Steps of the setup. Each says what it does before it does it, and nothing is silent for more than two seconds.
import { spawn } from 'node:child_process'

/** Checked this often, said after this long: both together are less than two seconds. */
const TICK_MS = 400
const SILENT_MS = 1500

/**
 * Runs a program as one step. Its output is shown as it comes; with `quiet` only the last line is, beside the time that
 * has passed, and all of it when the step fails. Resolves to why it failed, or to null.
 */
export async function runStep({ title, command, args, quiet = false, ...options }, screen = standardError()) {
  const output = []
  return await tell(
    title,
    (said) =>
      new Promise((resolve) => {
        const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
        const keep = (text) => {
          output.push(text)
          if (quiet) said.detail(text.trim().split('\n').at(-1))
          else said.text(text)
        }
        child.stdout.setEncoding('utf8').on('data', keep)
        child.stderr.setEncoding('utf8').on('data', keep)
        const fail = (reason) => {
          if (quiet) said.text(output.join(''))
          resolve(`${[command, ...args].join(' ')}: ${reason}`)
        }
        child.once('error', ({ message }) => fail(message))
        child.once('close', (status, signal) =>
          status === 0 ? resolve(null) : fail(`ended with ${status ?? signal}`),
        )
      }),
    screen,
  )
}

/** Says what a work is before it starts, and how long it takes while it is silent. */
export async function tell(title, work, screen = standardError()) {
  const started = screen.now()
  let last = started
  let detail = ''
  let isStatusShown = false
  const write = (text) => {
    screen.write(isStatusShown ? `\r\u001b[K${text}` : text)
    isStatusShown = false
    last = screen.now()
  }
  const status = () => {
    if (screen.now() - last < SILENT_MS) return
    const seconds = Math.round((screen.now() - started) / 1000)
    const line = `  ${seconds} s${detail === '' ? '' : `  ${detail.slice(0, 60)}`}`
    if (!screen.isTerminal) return write(`${line}\n`)
    write(line)
    isStatusShown = true
  }
  write(`${title} …\n`)
  const stop = screen.every(TICK_MS, status)
  try {
    return await work({
      text: (text) => write(text.endsWith('\n') ? text : `${text}\n`),
      detail: (text) => (detail = text),
    })
  } finally {
    stop()
    if (isStatusShown) write('')
  }
}

/** What a person sees: a status that is written over on a terminal, plain lines elsewhere. */
function standardError() {
  return {
    isTerminal: process.stderr.isTTY === true,
    write: (text) => process.stderr.write(text),
    now: () => performance.now(),
    every: (ms, tick) => {
      const timer = setInterval(() => tick(), ms)
      return () => clearInterval(timer)
    },
  }
}
