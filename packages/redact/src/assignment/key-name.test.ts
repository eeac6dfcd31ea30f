import { expect, it } from 'vitest'
import { readKeyName } from './key-name.ts'

it.each([
  ['password', 'password'],
  ['DB_PASSWORD', 'password'],
  ['dbPassword2', 'password'],
  ['PGPASSWORD', 'password'],
  ['smtp_pass', 'password'],
  ['MYSQL_PWD', 'password'],
  ['clientSecret', 'secret'],
  ['SECRET_KEY_BASE', 'secret'],
  ['webhook-secret', 'secret'],
  ['token', 'token'],
  ['authToken', 'token'],
  ['GITHUB_TOKEN_PROD', 'token'],
  ['API_KEY_OPENAI', 'token'],
  ['x-api-key', 'token'],
  ['apikey', 'token'],
  ['private_key', 'token'],
  ['Authorization', 'token'],
  ['key', 'key'],
  ['fooKey', 'key'],
])('%s names a %s', (name, weight) => {
  expect(readKeyName(name)?.weight).toBe(weight)
})

it.each([
  'max_tokens',
  'output_tokens',
  'tokenCount',
  'TOKEN_LIMIT',
  'nextPageToken',
  'keyboard',
  'monkey',
  'primary_key',
  'publicKey',
  'cacheKey',
  'passwordPolicy',
  'PASSWORD_MIN_LENGTH',
  'secretName',
  'bypass',
  'first_pass',
  'author',
  'compass',
])('%s names no secret', (name) => {
  expect(readKeyName(name)).toBeNull()
})

it.each([
  ['AWS_SECRET_ACCESS_KEY', 'aws-secret-key'],
  ['DATADOG_API_KEY', 'datadog-key'],
  ['CF_API_TOKEN', 'cloudflare-token'],
  ['AccountKey', 'azure-key'],
  ['userPassword', 'password'],
  ['sessionSecret', 'secret-value'],
])('%s is of kind %s', (name, kind) => {
  expect(readKeyName(name)?.kind).toBe(kind)
})
