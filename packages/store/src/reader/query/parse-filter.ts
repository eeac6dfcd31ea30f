import { FILTERS, NAME_FILTERS, ROW_TRAITS, TEXT_FIELDS } from '@skein/view'
import { foldText } from './fold.ts'
import { parseMoment } from './moment.ts'
import type { Filter, NamePattern, NumberRange } from './query.ts'

export interface FilterOptions {
  /** ms: what `today` and `7d` count from. */
  readonly now: number
  /** Saved queries that are being read; a query that uses itself is refused. */
  readonly within?: readonly string[]
}

interface FilterToken {
  readonly name: string
  readonly value: string
  readonly quoted: boolean
}

export function isFilterName(name: string): boolean {
  return FILTER_NAMES.has(name)
}

const FILTER_NAMES: ReadonlySet<string> = new Set(FILTERS)

export function parseFilter(
  token: FilterToken,
  { now }: FilterOptions,
): Filter | { readonly message: string } {
  const { value } = token
  switch (token.name) {
    case 'is':
      return oneOf('is', ROW_TRAITS, value)
    case 'in':
      return oneOf('in', TEXT_FIELDS, value)
    case 'before':
    case 'after': {
      const time = parseMoment(value, now)
      return time === null ? { message: MOMENT_HELP } : { name: token.name, time }
    }
    case 'cost':
    case 'turn':
    case 'exit':
    case 'pr': {
      const range = parseRange(token.name === 'pr' ? value.replace(/^#/, '') : value)
      if (range === null)
        return { message: `${token.name}: takes a number, >, >=, <, <= or a range like 3..5` }
      // Nobody asks for a cost to the last cent: a bare number is where it begins.
      const bare = token.name === 'cost' && range.min === range.max
      return { name: token.name, range: bare ? { ...range, max: Infinity } : range }
    }
    default: {
      const name = NAME_FILTERS.find((known) => known === token.name)
      const pattern = parsePattern(token)
      if (name === undefined || pattern === null) return { message: `${token.name}: needs a value` }
      return { name, pattern }
    }
  }
}

function oneOf<const N extends 'is' | 'in', const V extends string>(
  name: N,
  values: readonly V[],
  value: string,
): { name: N; value: V } | { message: string } {
  const known = values.find((candidate) => candidate === value.toLowerCase())
  return known === undefined ? { message: `${name}: is one of ${values.join(', ')}` } : { name, value: known }
}

/** `=…` is the whole name; stars make a glob, unless they are quoted. */
function parsePattern({ value, quoted }: FilterToken): NamePattern | null {
  const whole = !quoted && value.startsWith('=')
  const text = foldText(whole ? value.slice(1) : value).trim()
  if (text === '') return null
  if (whole) return { kind: 'whole', text }
  return { kind: !quoted && text.includes('*') ? 'glob' : 'part', text }
}

function parseRange(value: string): NumberRange | null {
  const between = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/.exec(value)
  if (between !== null)
    return { min: Number(between[1]), max: Number(between[2]), minOpen: false, maxOpen: false }
  const compared = /^(>=|<=|>|<|=)?\$?(-?(?:\d+(?:\.\d*)?|\.\d+))$/.exec(value)
  if (compared === null) return null
  const number = Number(compared[2])
  const sign = compared[1] ?? '='
  return {
    min: sign.startsWith('<') ? -Infinity : number,
    max: sign.startsWith('>') ? Infinity : number,
    minOpen: sign === '>',
    maxOpen: sign === '<',
  }
}

const MOMENT_HELP = 'a date is like 2026-01-31, 2026-01, 2026-01-31T14:00, today, yesterday, 7d, 12h, 2w'
