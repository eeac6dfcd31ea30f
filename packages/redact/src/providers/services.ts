import { ALNUM, HEX, UUID, WORDS } from './token-rule.ts'
import type { ProviderRule } from './token-rule.ts'

export const SERVICE_RULES: readonly ProviderRule[] = [
  {
    kind: 'stripe-key',
    about: 'Stripe secret, restricted and webhook keys, live and test',
    tokens: [
      ['sk_live_', `${ALNUM}{16,255}`],
      ['sk_test_', `${ALNUM}{16,255}`],
      ['rk_live_', `${ALNUM}{16,255}`],
      ['rk_test_', `${ALNUM}{16,255}`],
      ['whsec_', '[A-Za-z0-9+/]{24,255}={0,2}'],
    ],
  },
  {
    kind: 'square-token',
    about: 'Square tokens and secrets',
    tokens: [
      ['sq0atp-', `${WORDS}{22,60}`],
      ['sq0csp-', `${WORDS}{40,60}`],
    ],
  },
  {
    kind: 'shopify-token',
    about: 'Shopify access tokens and shared secrets',
    tokens: [
      ['shpat_', '[0-9a-fA-F]{32}'],
      ['shpca_', '[0-9a-fA-F]{32}'],
      ['shppa_', '[0-9a-fA-F]{32}'],
      ['shpss_', '[0-9a-fA-F]{32}'],
    ],
  },
  {
    kind: 'linear-key',
    about: 'Linear API and OAuth keys',
    tokens: [
      ['lin_api_', `${ALNUM}{32,80}`],
      ['lin_oauth_', `${ALNUM}{32,80}`],
    ],
  },
  {
    kind: 'notion-token',
    about: 'Notion integration tokens',
    tokens: [
      ['ntn_', `${ALNUM}{40,60}`],
      ['secret_', `${ALNUM}{43}`],
    ],
  },
  {
    kind: 'figma-token',
    about: 'Figma tokens',
    tokens: [
      ['figd_', `${WORDS}{30,80}`],
      ['figdr_', `${WORDS}{30,80}`],
      ['figu_', `${WORDS}{30,80}`],
      ['figur_', `${WORDS}{30,80}`],
    ],
  },
  { kind: 'postman-key', about: 'Postman API keys', tokens: [['PMAK-', `${HEX}{24}-${HEX}{34}`]] },
  {
    kind: 'grafana-token',
    about: 'Grafana service account and cloud tokens',
    tokens: [
      ['glsa_', `${ALNUM}{32}_[0-9A-Fa-f]{8}`],
      ['glc_', '[A-Za-z0-9+/]{32,400}={0,3}'],
    ],
  },
  {
    kind: 'newrelic-key',
    about: 'New Relic user, insert, browser and licence keys',
    tokens: [
      ['NRAK-', '[A-Za-z0-9]{27}'],
      ['NRII-', `${WORDS}{32}`],
      ['NRIQ-', `${WORDS}{32}`],
      ['NRJS-', `${HEX}{19}`],
      ['NRRA-', `${HEX}{42}`],
    ],
  },
  {
    kind: 'sentry-token',
    about: 'Sentry auth tokens and the keys in DSNs',
    tokens: [
      ['sntrys_eyJ', '[A-Za-z0-9+/=_-]{40,600}'],
      ['sntryu_', `${HEX}{64}`],
    ],
  },
  { kind: 'airtable-token', about: 'Airtable tokens', tokens: [['pat', `${ALNUM}{14}\\.${HEX}{64}`]] },
  { kind: 'dropbox-token', about: 'Dropbox short-lived tokens', tokens: [['sl.', `${WORDS}{100,2000}`]] },
  { kind: 'typeform-token', about: 'Typeform tokens', tokens: [['tfp_', '[\\w.=-]{40,80}']] },
  {
    kind: 'launchdarkly-key',
    about: 'LaunchDarkly SDK and API keys',
    tokens: [
      ['sdk-', UUID],
      ['api-', UUID],
    ],
  },
  {
    kind: 'plaid-token',
    about: 'Plaid access tokens',
    tokens: [
      ['access-production-', UUID],
      ['access-development-', UUID],
      ['access-sandbox-', UUID],
    ],
  },
  {
    kind: 'hubspot-token',
    about: 'HubSpot private app tokens',
    tokens: [['pat-', `[a-z]{2}\\d-${UUID}`]],
  },
  {
    kind: 'easypost-key',
    about: 'EasyPost API keys',
    tokens: [
      ['EZAK', `${ALNUM}{54}`],
      ['EZTK', `${ALNUM}{54}`],
    ],
  },
  { kind: 'contentful-token', about: 'Contentful management tokens', tokens: [['CFPAT-', `${WORDS}{43}`]] },
  {
    kind: 'mapbox-token',
    about: 'Mapbox secret tokens',
    tokens: [['sk.eyJ', `${WORDS}{40,400}\\.${WORDS}{20,60}`]],
  },
  {
    kind: 'dynatrace-token',
    about: 'Dynatrace tokens',
    tokens: [['dt0', '[a-z]\\d\\d\\.[A-Z2-7]{24}\\.[A-Z2-7]{64}']],
  },
  { kind: 'adobe-secret', about: 'Adobe client secrets', tokens: [['p8e-', `${WORDS}{32}`]] },
  { kind: 'prefect-key', about: 'Prefect API keys', tokens: [['pnu_', `${ALNUM}{36}`]] },
  { kind: 'readme-key', about: 'ReadMe API keys', tokens: [['rdme_', '[a-z0-9]{70}']] },
]
