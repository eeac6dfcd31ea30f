import type { StepPlace, ToolStepView } from '@skein/view'

/** A call as the renderers get it. */
export type ToolStep = StepPlace & ToolStepView

export interface ToolProps {
  readonly step: ToolStep
}

/** The fields of an input. It is whatever the model made up: each field is checked before use. */
export function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Readonly<Record<string, unknown>>)
    : {}
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}
