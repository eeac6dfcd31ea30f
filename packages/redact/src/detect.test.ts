import { describe, expect, it } from 'vitest'
import { detectSecrets } from './detect.ts'

// No secret stands in this file in one piece: each is put together when the test runs.
const HEX32 = '9f2c41d7' + 'b05e83a6' + '17fd2e9c' + '40b8a35d'
const RANDOM24 = 'q7Rt' + '2LmX9' + 'vZk4' + 'Pw8sJd3' + 'Hf6B'
const AWS_SECRET = 'kT9v/2pLq' + '8XwZr4+Nn6' + 'YbHs1JdGf' + '3MeCa7uQo5Ti'
const BASE64_LINE = 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAA'.repeat(2)
const BEGIN = ['-----BEGIN', 'RSA PRIVATE', 'KEY-----'].join(' ')
const END = ['-----END', 'RSA PRIVATE', 'KEY-----'].join(' ')
const b64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Kind, what stands before the secret, the secret, what stands after it. */
type Case = readonly [kind: string, before: string, secret: string, after: string]

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'in files of settings': [
    ['password', 'DB_PASSWORD=', 'hunter2', '\nDB_HOST=localhost'],
    ['password', 'POSTGRES_PASSWORD=', 'postgres', '\n'],
    ['password', 'export PGPASSWORD=', 'tr0ub4dor', ' && psql'],
    ['password', "ADMIN_PASSWORD='", 'correct horse battery', "'\n"],
    ['secret-value', 'SESSION_SECRET="', 'kJ8$mnq2', '"\n'],
    ['secret-value', '  API_KEY=', HEX32, '\n'],
    ['secret-value', 'GITEA_TOKEN_PROD=', HEX32, '\r\n'],
    ['password', 'password = ', 'hunter2', '\n[next]'],
    ['password', 'spring.datasource.password=', 's3cr3t!pw', '\n'],
    ['password', 'Server=db;User Id=sa;Password=', 'Yuk0n900', ';Encrypt=true'],
    [
      'azure-key',
      'DefaultEndpointsProtocol=https;AccountName=x;AccountKey=',
      AWS_SECRET + '==',
      ';EndpointSuffix=y',
    ],
    ['secret-value', '//registry.npmjs.org/:_authToken=', '8f14e45f-' + 'ceea-467f-9a36-dcc5a2f0a1b2', '\n'],
    ['secret-value', 'LONG_SECRET=', RANDOM24.repeat(100), '\n'],
    ['datadog-key', 'DD_API_KEY=', HEX32, ''],
    ['heroku-key', 'HEROKU_API_KEY=', '8f14e45f-' + 'ceea-467f-9a36-dcc5a2f0a1b2', ''],
    ['cloudflare-token', 'CLOUDFLARE_API_TOKEN=', RANDOM24 + 'A1b2C3d4E5f6G7h8', ''],
    ['twilio-key', 'TWILIO_AUTH_TOKEN=', HEX32, ''],
    ['aws-secret-key', 'aws_secret_access_key = ', AWS_SECRET, '\n'],
  ],
  'in JSON, YAML, XML and code': [
    ['password', '{"user": "bob", "password": "', 'hunter2', '"}'],
    ['password', '{"password":"', 'letmein', '"}'],
    ['password', '{\\"password\\": \\"', 'hunter2', '\\"}'],
    ['password', '{\\\\\\"password\\\\\\": \\\\\\"', 'hunter2', '\\\\\\"}'],
    ['password', '"password": "', 'with\\"quote1', '", "x": 1'],
    ['password', 'db:\n  password: ', 'hunter2', '\n  host: x'],
    ['password', 'const password = "', 'hunter2', '"'],
    ['secret-value', "clientSecret: '", 'kJ8-mnq2-zz91', "',"],
    ['secret-value', 'accessToken: `', RANDOM24, '`'],
    ['password', '<password>', 'hunter2', '</password>'],
    ['secret-value', '{"name": "API_KEY", "value": "', RANDOM24, '"}'],
    ['secret-value', '- name: API_TOKEN\n  value: ', RANDOM24, '\n'],
    ['secret-value', 'ENV["API_KEY"] = "', RANDOM24, '"'],
    ['high-entropy', '"key": "', RANDOM24, '"'],
  ],
  'on command lines': [
    ['password', 'mysql --password ', 'hunter2', ' -h x'],
    ['password', 'mysql --password=', 'hunter2', ' -h x'],
    ['secret-value', '["--token", "', RANDOM24, '"]'],
    ['password', 'curl -u admin:', 'hunter2', ' http://x'],
    ['password', "curl --user 'admin:", 'hunter2', "' http://x"],
    ['bearer-token', 'curl -H "Authorization: Bearer ', RANDOM24, '" x'],
    ['secret-value', "curl -H 'X-Api-Key: ", RANDOM24, "' x"],
  ],
  'in headers': [
    ['bearer-token', 'Authorization: Bearer ', RANDOM24, '\r\n'],
    ['bearer-token', '"authorization": "Bearer ', RANDOM24, '"'],
    ['basic-auth', 'Authorization: Basic ', btoa('bob:hunter2'), '\r\n'],
    ['cookie', 'Cookie: theme=dark; sid=', 's%3A' + RANDOM24, '; lang=en\r\n'],
    ['cookie', 'Set-Cookie: sid=', RANDOM24, '; Path=/; HttpOnly; SameSite=Strict'],
    ['cookie', "curl --cookie 'sid=", RANDOM24, "' x"],
  ],
  'in URLs': [
    ['url-password', 'postgres://app:', 'hunter2', '@db:5432/app'],
    ['url-password', 'redis://:', 'p4ss@word', '@cache:6379'],
    ['url-password', 'mongodb+srv://u:', 'a#b?c9', '@cluster0.mongodb.net/x'],
    ['url-password', 'https://', RANDOM24, '@git.example.org/x.git'],
    ['sentry-token', 'https://', HEX32, '@o123.ingest.sentry.io/456'],
    [
      'url-signature',
      'https://b.s3.amazonaws.com/k?X-Amz-Expires=60&X-Amz-Signature=',
      HEX32 + HEX32,
      '&x=1',
    ],
    [
      'url-signature',
      'https://a.blob.core.windows.net/c?sv=2024&sig=',
      'k9Zq2LmX' + '%2Fv4Pw8sJd3Hf6%3D',
      '&se=1',
    ],
    ['secret-value', 'https://api.example.org/v1?access_token=', RANDOM24, '&page=2'],
    ['secret-value', 'client_id=app&client_secret=', RANDOM24, '&grant_type=x'],
    ['slack-webhook', 'https://hooks.slack.com/services/', 'T0A1B2C3D/' + 'B4E5F6G7H/' + RANDOM24, ' posted'],
    [
      'discord-webhook',
      'https://discord.com/api/webhooks/123456789012345678/',
      RANDOM24 + '-' + RANDOM24,
      '',
    ],
  ],
  'by their own shape': [
    ['jwt', 'got ', `${b64url({ alg: 'HS256', typ: 'JWT' })}.${b64url({ sub: 'bob' })}.${RANDOM24}`, ' back'],
    ['telegram-token', 'bot ', '123456789' + ':AA' + RANDOM24 + 'x1Y2z3Q4w', ' up'],
    ['discord-token', 'login("', 'M' + RANDOM24 + '.Gh7_kQ.' + RANDOM24 + 'a1b', '")'],
    ['terraform-token', 'use ', 'a1B2c3D4e5F6g7' + '.atlasv1.' + RANDOM24 + RANDOM24 + RANDOM24, ''],
    ['azure-key', 'secret: ', 'aB1' + '8Q~' + RANDOM24 + '.x-Y~z_12', '\n'],
    ['mailchimp-key', 'key ', HEX32 + '-us21', ' here'],
    ['private-key', 'key:\n', `${BEGIN}\n${BASE64_LINE}\n${END}`, '\nnext'],
    ['private-key', '{"private_key": "', `${BEGIN}\\n${BASE64_LINE}\\n${END}`, '\\n"}'],
    ['private-key', '1→', `${BEGIN}\n     2→${BASE64_LINE}\n     3→aBc9=`, '\n[cut]'],
    ['private-key', '', `${BEGIN}\n${BASE64_LINE}\n${BASE64_LINE}`, '\nThat was all of it.'],
    [
      'private-key',
      '',
      BEGIN.replace('RSA ', 'PGP ').replace('KEY-', 'KEY BLOCK-') + `\nVersion: 1\n\n${BASE64_LINE}`,
      '',
    ],
  ],
  'behind what an encoding glued to them': [
    ['github-token', 'a\\n', 'ghp' + '_' + RANDOM24 + 'A1b2C3d4E5f6', '\\nb'],
    ['github-token', 'a\\u003d', 'ghp' + '_' + RANDOM24 + 'A1b2C3d4E5f6', '\\u0026'],
    ['github-token', 'q=%3D', 'ghp' + '_' + RANDOM24 + 'A1b2C3d4E5f6', ' x'],
    ['github-token', '\u001b[1;32m', 'ghp' + '_' + RANDOM24 + 'A1b2C3d4E5f6', '\u001b[0m'],
  ],
  'near a telling word': [
    ['high-entropy', 'my token is ', RANDOM24, '.'],
    ['high-entropy', 'the api key (', RANDOM24, ') leaked'],
    ['bearer-token', 'sent `Bearer ', RANDOM24, '`'],
  ],
}

for (const [group, cases] of Object.entries(CASES))
  describe(`secrets ${group}`, () => {
    it.each(cases.map((one) => ({ name: `${one[0]} after ${JSON.stringify(one[1].slice(-40))}`, one })))(
      '$name',
      ({ one: [kind, before, secret, after] }) => {
        const found = detectSecrets(before + secret + after)
        expect(found.map(({ kind: seen, start, end }) => ({ kind: seen, start, end }))).toEqual([
          { kind, start: before.length, end: before.length + secret.length },
        ])
      },
    )
  })

describe('AWS', () => {
  it('finds the secret key near its access key id', () => {
    const id = 'AKIA' + 'Z7QWERTY2XKD5VNM'
    const text = `key ${id} and then ${AWS_SECRET} follow`
    expect(detectSecrets(text)).toEqual([
      { kind: 'aws-access-key-id', start: 4, end: 24, confidence: 'high' },
      { kind: 'aws-secret-key', start: 34, end: 34 + AWS_SECRET.length, confidence: 'high' },
    ])
  })
})

describe('overlapping detectors', () => {
  it('mask everything that either calls secret, under the name that the surer one gives', () => {
    const token = 'ghp' + '_' + RANDOM24 + 'A1b2C3d4E5f6'
    const text = `GITHUB_TOKEN=${token}#more`
    expect(detectSecrets(text)).toEqual([
      { kind: 'github-token', start: 13, end: text.length, confidence: 'high' },
    ])
  })
})

describe('patterns of the user', () => {
  it('are found beside the built-in ones, empty matches never', () => {
    expect(detectSecrets('case ACME-1 and ACME-22', { patterns: [/ACME-\d+/, /x*/] })).toEqual([
      { kind: 'custom', start: 5, end: 11, confidence: 'high' },
      { kind: 'custom', start: 16, end: 23, confidence: 'high' },
    ])
  })

  it('do not see placeholders', () => {
    expect(detectSecrets('a [redacted:custom:1] b', { patterns: [/redacted/, /\[.*\]/] })).toEqual([])
    expect(detectSecrets('a [redacted:custom:1] b', { patterns: [/a.*b/] })).toEqual([
      { kind: 'custom', start: 0, end: 2, confidence: 'high' },
      { kind: 'custom', start: 21, end: 23, confidence: 'high' },
    ])
  })

  it('search everywhere, whatever their flags and position', () => {
    const pattern = /acme/iy
    pattern.lastIndex = 3
    expect(detectSecrets('an Acme', { patterns: [pattern] })).toEqual([
      { kind: 'custom', start: 3, end: 7, confidence: 'high' },
    ])
  })
})
