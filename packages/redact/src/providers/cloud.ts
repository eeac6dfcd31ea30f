import { ALNUM, HEX, UUID, WORDS } from './token-rule.ts'
import type { ProviderRule } from './token-rule.ts'

export const CLOUD_RULES: readonly ProviderRule[] = [
  {
    kind: 'aws-access-key-id',
    about: 'AWS access key ids, and the secret keys that stand near them',
    tokens: [
      ['AKIA', '[A-Z0-9]{16}'],
      ['ASIA', '[A-Z0-9]{16}'],
      ['ABIA', '[A-Z0-9]{16}'],
      ['ACCA', '[A-Z0-9]{16}'],
    ],
  },
  {
    kind: 'aws-bedrock-key',
    about: 'Amazon Bedrock API keys',
    tokens: [
      ['ABSK', '[A-Za-z0-9+/]{90,400}={0,2}'],
      ['bedrock-api-key-', '[A-Za-z0-9+/=]{40,4000}'],
    ],
  },
  {
    kind: 'google-key',
    about: 'Google API keys, OAuth client secrets, access and refresh tokens',
    tokens: [
      ['AIza', `${WORDS}{35}`],
      ['AQ.Ab', `${WORDS}{40,200}`],
      ['GOCSPX-', `${WORDS}{20,64}`],
      ['ya29.', '[\\w.-]{20,2000}'],
      ['1//0', `${WORDS}{30,400}`],
    ],
  },
  {
    kind: 'digitalocean-token',
    about: 'DigitalOcean personal, OAuth and refresh tokens',
    tokens: [
      ['dop_v1_', `${HEX}{64}`],
      ['doo_v1_', `${HEX}{64}`],
      ['dor_v1_', `${HEX}{64}`],
    ],
  },
  {
    kind: 'cloudflare-token',
    about: 'Cloudflare API tokens, global and origin CA keys',
    tokens: [
      ['v1.0-', `${HEX}{24}-${HEX}{146}`],
      ['cfut_', `${ALNUM}{40,64}`],
      ['cfat_', `${ALNUM}{40,64}`],
      ['cfk_', `${ALNUM}{40,64}`],
    ],
  },
  {
    kind: 'heroku-key',
    about: 'Heroku API keys',
    tokens: [
      ['HRKU-', UUID],
      ['HRKU-AA', `${WORDS}{50,80}`],
    ],
  },
  {
    kind: 'fly-token',
    about: 'Fly.io tokens',
    tokens: [
      ['fo1_', `${WORDS}{40,64}`],
      ['fm1_', '[\\w+/=,-]{60,4000}'],
      ['fm1r_', '[\\w+/=,-]{60,4000}'],
      ['fm1a_', '[\\w+/=,-]{60,4000}'],
      ['fm2_', '[\\w+/=,-]{60,4000}'],
    ],
  },
  {
    kind: 'vercel-token',
    about: 'Vercel tokens',
    tokens: [
      ['vcp_', `${ALNUM}{24,80}`],
      ['vci_', `${ALNUM}{24,80}`],
      ['vca_', `${ALNUM}{24,80}`],
      ['vcr_', `${ALNUM}{24,80}`],
      ['vck_', `${ALNUM}{24,80}`],
    ],
  },
  { kind: 'netlify-token', about: 'Netlify tokens', tokens: [['nfp_', `${ALNUM}{30,60}`]] },
  {
    kind: 'supabase-key',
    about: 'Supabase access tokens and secret keys',
    tokens: [
      ['sbp_', `(?:v\\d_)?${HEX}{40}`],
      ['sb_secret_', `${WORDS}{20,80}`],
    ],
  },
  {
    kind: 'planetscale-token',
    about: 'PlanetScale tokens and passwords',
    tokens: [
      ['pscale_tkn_', '[\\w.=-]{32,80}'],
      ['pscale_pw_', '[\\w.=-]{32,80}'],
      ['pscale_oauth_', '[\\w.=-]{32,80}'],
    ],
  },
  { kind: 'neon-key', about: 'Neon API keys', tokens: [['napi_', '[a-z0-9]{40,80}']] },
  { kind: 'databricks-token', about: 'Databricks tokens', tokens: [['dapi', `${HEX}{32}(?:-\\d)?`]] },
  {
    kind: 'vault-token',
    about: 'HashiCorp Vault service, batch and recovery tokens',
    tokens: [
      ['hvs.', `${WORDS}{24,400}`],
      ['hvb.', `${WORDS}{24,400}`],
      ['hvr.', `${WORDS}{24,400}`],
    ],
  },
  { kind: 'pulumi-token', about: 'Pulumi access tokens', tokens: [['pul-', `${HEX}{40}`]] },
  {
    kind: 'doppler-token',
    about: 'Doppler tokens',
    tokens: [
      ['dp.pt.', `${ALNUM}{40,50}`],
      ['dp.st.', '[\\w.-]{40,80}'],
      ['dp.ct.', `${ALNUM}{40,50}`],
      ['dp.sa.', `${ALNUM}{40,50}`],
      ['dp.said.', `${ALNUM}{40,50}`],
      ['dp.scim.', `${ALNUM}{40,50}`],
      ['dp.audit.', `${ALNUM}{40,50}`],
    ],
  },
  { kind: 'tailscale-key', about: 'Tailscale keys', tokens: [['tskey-', `[a-z]{2,10}-${WORDS}{20,100}`]] },
  { kind: 'alibaba-key-id', about: 'Alibaba Cloud access key ids', tokens: [['LTAI', `${ALNUM}{16,26}`]] },
  { kind: 'tencent-key-id', about: 'Tencent Cloud secret ids', tokens: [['AKID', `${ALNUM}{32}`]] },
  { kind: 'openshift-token', about: 'OpenShift tokens', tokens: [['sha256~', `${WORDS}{43}`]] },
  { kind: 'age-key', about: 'age secret keys', tokens: [['AGE-SECRET-KEY-1', '[A-Z0-9]{58}']] },
  {
    kind: 'onepassword-token',
    about: '1Password service account tokens and secret keys',
    tokens: [
      ['ops_eyJ', '[A-Za-z0-9+/_-]{100,4000}={0,3}'],
      ['A3-', '[A-Z0-9]{6}-[A-Z0-9]{6,11}-(?:[A-Z0-9]{5}-){2,3}[A-Z0-9]{5}'],
    ],
  },
]
