import { secretsUnderName } from './assignment/assignment.ts'
import { detectSecrets } from './detect.ts'
import type { DetectOptions } from './detect.ts'
import { withoutOverlaps } from './finding.ts'
import type { Finding } from './finding.ts'
import { mapStrings } from './json-strings.ts'
import { KnownSecrets } from './known-secrets.ts'
import { ownCopy } from './own-copy.ts'
import { placeholder } from './placeholder.ts'
import { otherViews, whole } from './text-view.ts'

export interface RedactorOptions extends DetectOptions {
  /**
   * The last part of a placeholder, 1 to 32 letters and digits, equal for equal secrets. Without it
   * secrets are numbered in the order in which they are met.
   */
  readonly label?: (secret: string, kind: string) => string
}

export interface KindCount {
  readonly kind: string
  readonly count: number
}

export interface Redacted {
  readonly text: string
  /** How many secrets of each kind were replaced, sorted by kind; never what they were. */
  readonly findings: readonly KindCount[]
}

export interface RedactedValue {
  readonly value: unknown
  readonly findings: readonly KindCount[]
}

/**
 * Replaces secrets by placeholders, `[redacted:github-token:1]`, the same secret always by the same.
 *
 * A placeholder tells nothing about its secret. A plain hash would: who holds one of a short
 * password tries all short passwords until the hash fits. So the label is a number, counted per kind
 * in the order of first appearance: stable for everything that one `Redactor` sees, such as all files
 * of one edit read in the same order. A caller that wants the same label in every session and every
 * run gives `label`: a hash under a key that stays on the machine, cut to a few characters.
 *
 * *Contract:* one `Redactor` for what belongs together. Redacting redacted text changes nothing. A
 * secret that was recognised by what surrounds it is afterwards found without that too, if it is long
 * and random; `learn` reads ahead, so that places before the telling one are caught as well.
 */
export class Redactor {
  private readonly options: RedactorOptions
  private readonly known = new KnownSecrets()
  private readonly placeholders = new Map<string, string>()
  private readonly numbers = new Map<string, number>()
  private readonly totals = new Map<string, number>()

  constructor(options: RedactorOptions = {}) {
    this.options = options
  }

  /** `name` is what the text is called where it stands, such as its key: `password` tells what it is. */
  redact(text: string, name = ''): Redacted {
    const counts = new Map<string, number>()
    return { text: this.replace(text, name, counts), findings: this.report(counts) }
  }

  /**
   * A JSON value with the secrets in its strings replaced. Keys stay, and tell what their values
   * are: `{"password": "hunter2"}`.
   */
  redactValue(value: unknown): RedactedValue {
    const counts = new Map<string, number>()
    const changed = mapStrings(value, (text, name) => this.replace(text, name, counts))
    return { value: changed, findings: this.report(counts) }
  }

  /** Remembers the secrets of a text that will be redacted later, without counting them. */
  learn(text: string): void {
    this.findingsIn(text, '')
  }

  /** All that this redactor has replaced so far. */
  totalFindings(): readonly KindCount[] {
    return sorted(this.totals)
  }

  /** Grows whenever something is learned by which later texts may be redacted otherwise. */
  get knowledge(): number {
    return this.placeholders.size + this.known.size
  }

  /** How many secrets it would find again where nothing around them gives them away. */
  get learned(): number {
    return this.known.size
  }

  private replace(text: string, name: string, counts: Map<string, number>): string {
    const findings = this.findingsIn(text, name)
    if (findings.length === 0) return text
    let redacted = ''
    let done = 0
    for (const { kind, start, end } of findings) {
      redacted += text.slice(done, start) + this.placeholderFor(text.slice(start, end), kind)
      done = end
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    return redacted + text.slice(done)
  }

  /** What the text holds as it stands, and what it holds in the ways that others read it. */
  private findingsIn(text: string, name: string): Finding[] {
    const findings = this.findingsInView(text, name)
    const torn = otherViews(text).flatMap((view) =>
      this.findingsInView(view.text, name).map((finding) => ({
        ...finding,
        start: view.start(finding.start),
        end: view.end(finding.end - 1),
      })),
    )
    return torn.length === 0 ? findings : withoutOverlaps([...findings, ...torn])
  }

  private findingsInView(text: string, name: string): Finding[] {
    const direct = detectSecrets(text, this.options)
    const named = name === '' ? [] : secretsUnderName(text, name)
    const findings = named.length === 0 ? direct : withoutOverlaps([...direct, ...named])
    this.remember(text, findings)
    const again = this.known.find(text)
    return again.length === 0 ? findings : withoutOverlaps([...findings, ...again])
  }

  private remember(text: string, findings: readonly Finding[]): void {
    for (const { kind, start, end } of findings) this.known.add(text.slice(start, end), kind)
  }

  private placeholderFor(secret: string, kind: string): string {
    const untorn = whole(secret)
    const identity = kind === 'private-key' ? withoutLineBreaks(untorn) : untorn
    const given = this.placeholders.get(identity)
    if (given !== undefined) return given
    const made = placeholder(kind, this.options.label?.(identity, kind) ?? String(this.nextNumber(kind)))
    this.placeholders.set(ownCopy(identity), made)
    return made
  }

  private nextNumber(kind: string): number {
    const number = (this.numbers.get(kind) ?? 0) + 1
    this.numbers.set(kind, number)
    return number
  }

  private report(counts: ReadonlyMap<string, number>): readonly KindCount[] {
    for (const [kind, count] of counts) this.totals.set(kind, (this.totals.get(kind) ?? 0) + count)
    return sorted(counts)
  }
}

/** A key is the same key with real and with escaped line breaks. */
function withoutLineBreaks(secret: string): string {
  return secret.replaceAll(/\\[nr]|[\s\\]/g, '')
}

function sorted(counts: ReadonlyMap<string, number>): readonly KindCount[] {
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1))
}
