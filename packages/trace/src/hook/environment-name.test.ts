import { expect, it } from 'vitest'
import { environmentName } from './environment-name.ts'

const LANGFUSE = { LANGFUSE_PUBLIC_KEY: 'pk-lf-1', LANGFUSE_SECRET_KEY: 'sk-lf-1' }
const OTLP = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }

it('is empty where no variable names a target', () => {
  const others = { HOME: '/home/ada', LANGFUSE_HOST: 'http://localhost', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }
  expect([{}, { LANGFUSE_PUBLIC_KEY: ' ' }, others].map(environmentName)).toEqual(['', '', ''])
})

it('differs with what tells targets apart', () => {
  const environments = [
    LANGFUSE,
    { ...LANGFUSE, LANGFUSE_PUBLIC_KEY: 'pk-lf-2' },
    { ...LANGFUSE, LANGFUSE_HOST: 'http://localhost:3000' },
    { ...LANGFUSE, LANGFUSE_BASE_URL: 'http://localhost:3000' },
    OTLP,
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: OTLP.OTEL_EXPORTER_OTLP_ENDPOINT },
    { ...OTLP, OTEL_EXPORTER_OTLP_HEADERS: 'x-scope-orgid=a' },
    { ...OTLP, OTEL_EXPORTER_OTLP_HEADERS: 'x-scope-orgid=b' },
    { ...OTLP, ...LANGFUSE },
  ]
  const names = environments.map(environmentName)
  expect(new Set(names).size).toBe(environments.length)
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{8}$/)
})

it('is the same whatever else is set, and with another secret of the same key', () => {
  const same = [
    { ...LANGFUSE, HOME: '/home/ada' },
    { ...LANGFUSE, LANGFUSE_SECRET_KEY: 'sk-lf-2' },
  ]
  expect(same.map(environmentName)).toEqual([environmentName(LANGFUSE), environmentName(LANGFUSE)])
})
