import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Ways to make elements, or code, out of text. What a transcript says reaches the page as text alone. */
const FORBIDDEN =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|srcdoc|setHTMLUnsafe|\beval\(|new Function\(/i

it('knows the ways', () => {
  for (const line of [
    '<p dangerouslySetInnerHTML={x} />',
    'node.innerHTML = text',
    'a.insertAdjacentHTML("x", y)',
  ])
    expect(line).toMatch(FORBIDDEN)
})

it('finds none of them in the app', () => {
  const folder = fileURLToPath(new URL('../packages/web/', import.meta.url))
  const found = ['src', 'public']
    .flatMap((part) => readdirSync(join(folder, part), { recursive: true }).map((name) => join(part, name)))
    .filter((name) => /\.(?:tsx?|js)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .flatMap((line, at) => (FORBIDDEN.test(line) ? [`${name}:${at + 1}: ${line.trim()}`] : [])),
    )
  expect(found).toEqual([])
})
