import { describe, expect, it } from 'vitest'
import { detectSecrets } from './detect.ts'

const SHA1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709'
const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const SHA512_BASE64 =
  'z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=='
const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

const CLEAN: Readonly<Record<string, readonly string[]>> = {
  'hashes and ids': [
    `commit ${SHA1}`,
    `token list at ${SHA1}`,
    `secret scanning finished for ${SHA256}`,
    `"integrity": "sha512-${SHA512_BASE64}"`,
    `resolved "https://registry.npmjs.org/js-tokens/-/js-tokens-4.0.0.tgz#${SHA1}"`,
    `"key": "${SHA256}"`,
    `cacheKey: "v3-${SHA256}"`,
    `token usage of session ${UUID}`,
    `"sessionId":"${UUID}","uuid":"${UUID}"`,
    'msg_01XFDUDYJgAACzvnptvVoYEL and toolu_01A09q90qw90lq917835lq9',
    '"key": "toolu_01A09q90qw90lq917835lq9"',
    'request token req_011CSHoEeqs5C35K2UUqR7Fy done',
    'ssh-ed25519 key AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl bob',
  ],
  'stand-ins': [
    'API_KEY=your-api-key',
    'API_KEY=your_api_key_here',
    'TOKEN=<token>',
    'TOKEN=${TOKEN}',
    'TOKEN=$GITHUB_TOKEN',
    'TOKEN="$(gh auth token)"',
    'token: ${{ secrets.GITHUB_TOKEN }}',
    'password: "{{ .Values.password }}"',
    'apiKey: process.env.OPENAI_API_KEY,',
    'api_key=os.environ["KEY"]',
    'PASSWORD=changeme',
    'SECRET_KEY=xxxxxxxxxxxx',
    'SECRET=********',
    'password: [REDACTED]',
    'OPENAI_API_KEY=sk-...',
    'key sk-ant-api03-your-key-goes-here-0000',
    'key ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'key AKIAIOSFODNN7EXAMPLE',
    'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'postgres://user:password@localhost/db',
    'postgres://${USER}:${PASS}@localhost/db',
    'https://<user>:<password>@host',
    'Authorization: Bearer <token>',
    'Authorization: Bearer $TOKEN',
    'Authorization: Bearer YOUR_TOKEN_HERE',
    '`Authorization: Bearer ${token}`',
    'https://hooks.slack.com/services/TXXXXXXXX/BXXXXXXXX/XXXXXXXXXXXXXXXXXXXXXXXX',
    '[redacted:password:3f9a1c2b] token: [redacted:github-token:1]',
  ],
  code: [
    'const token = getToken()',
    'const password = req.body.password',
    'password: string',
    'token?: string | null',
    'def login(user, password=None):',
    'connect(host=host, password=password2)',
    'if (token === expectedToken1) return',
    'this.apiKey = options.apiKey',
    'const TOKEN_LIMIT = 200000',
    'max_tokens: 4096, "output_tokens": 12345',
    'tokenCount: 17, keyboard: "qwertz12"',
    'primaryKey: "customer_order_2024_items"',
    "credentials: 'same-origin'",
    "label: 'Password', password: 'Enter your password'",
    '"password": "Passwort"',
    '"forgotPassword": "Forgot your password?"',
    "test('rejects', () => login({ password: 'test123', token: 'my-token-1' }))",
    'nextPageToken: "CAUQAAxyz123ABCdef456GHIjkl"',
    'public_key: "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1x2Y3"',
    'docker build --secret id=npmrc,src=/root/.npmrc .',
    'use --password option or the --token flag',
    'for (const key of keys) map[key] = value2',
    'x => x.token > limit && y >= 12345678',
    '--token-color: #a1b2c3; --key-size: 12px',
    'function getUserAccountTokenByIdentifierV2(secretManagerClientFactory) {}',
    'Cookie: see the banner',
    'var secretAgentManBecauseTheNameIsLong123 = require("token-types-4.2.1")',
  ],
  'addresses and paths': [
    'http://localhost:3000/login?next=/a:b@c',
    'http://localhost:3000?mail=a@b.org',
    'git@github.com:owner/repo.git',
    'ssh://git@github.com:22/owner/repo.git',
    'token file at /Users/bob/Library/Caches/com.example.App2/Token9/aB3dE5fG7h.json',
    'secretPath: "/run/secrets/db_password_v2"',
    'password_file: /etc/app/pw1.txt',
    'https://example.org/token/AbC123dEf456GhI789jKl012/view',
    'npm:@scope/key-value-store-adapter-v2@1.2.3',
  ],
  'prose and tables': [
    'The token: a short description of it.',
    'Note on password: 12 characters at least',
    'Passwords: 3 found, 0 leaked',
    '| token | 12345 |',
    'key takeaway: use secrets: inherit',
    'authorization: none required',
    'a mention of -----BEGIN PRIVATE KEY----- in a sentence',
    '-----BEGIN CERTIFICATE-----\n' +
      'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA'.repeat(2) +
      '\n-----END CERTIFICATE-----',
  ],
}

for (const [group, texts] of Object.entries(CLEAN))
  describe(`no secret is seen in ${group}`, () => {
    it.each(texts)('%s', (text) => {
      expect(detectSecrets(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([])
    })
  })

describe('no secret is seen in base64', () => {
  it('of an image or a signature, however long', () => {
    const bytes = new Uint8Array(300_000)
    let state = 12345
    for (let i = 0; i < bytes.length; i++) {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
      bytes[i] = state >> 16
    }
    const image = Buffer.from(bytes).toString('base64')
    expect(detectSecrets(`{"signature":"${image}","src":"data:image/png;base64,${image}"}`)).toEqual([])
  })
})
