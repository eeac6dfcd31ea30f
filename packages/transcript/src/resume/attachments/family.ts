import type { JsonObject } from '../../bytes/bodies.ts'
import type { ApiBlock } from '../api-types.ts'

/** The content of one user message that an attachment becomes. */
export type Part = string | readonly ApiBlock[]

/** What an attachment sends; `now` is when the resume happens, in milliseconds since 1970. */
export type Renderer = (attachment: JsonObject, now: number) => Part[]

/** Renderers by attachment type: those both versions share, and those of one alone. */
export interface Family {
  readonly both?: Readonly<Record<string, Renderer>>
  readonly modern?: Readonly<Record<string, Renderer>>
  readonly classic?: Readonly<Record<string, Renderer>>
}

/** One message that reminds of a text. */
export function remind(text: string): Part[] {
  return [reminder(text)]
}

export function reminder(text: string): string {
  return `<system-reminder>\n${text}\n</system-reminder>`
}

/** One message that reminds of the sections that are there; none where all are missing. */
export function remindOf(sections: readonly (string | false)[]): Part[] {
  const present = sections.filter((section) => section !== false)
  return present.length === 0 ? [] : remind(present.join('\n\n'))
}

/** A field within a text. As in the real program, one that is missing reads `undefined`. */
export function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value)
}

export function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(object) : []
}

/** The value if it is an object, else one without fields. */
export function object(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {} // an object, just checked
}

/** The value if it is a number: conversion runs whatever `valueOf` a transcript brings. */
export function number(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN
}

/** `12 bytes`, `1.5KB`, `3.2MB`, `3.2GB`. */
export function fileSize(bytes: unknown): string {
  const size = number(bytes)
  if (size < 1024) return `${size} bytes`
  const power = size < 1024 ** 2 ? 1 : size < 1024 ** 3 ? 2 : 3
  return `${(size / 1024 ** power).toFixed(1).replace(/\.0$/, '')}${['KB', 'MB', 'GB'][power - 1]}`
}

export const AMBIENT =
  'This is ambient context — do not narrate it to the user unless they ask or it is directly relevant to their request.'
