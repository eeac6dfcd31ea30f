import { PROVIDER_RULES } from './providers/rules.ts'

/** Every kind that a finding can have, with one line that says what it is. Sorted by name. */
export const SECRET_KINDS: ReadonlyMap<string, string> = new Map(
  [
    ...PROVIDER_RULES.map(({ kind, about }): [string, string] => [kind, about]),
    ['algolia-key', 'Algolia keys, told by the name of the variable'],
    ['aws-secret-key', 'AWS secret keys, told by their name or an access key id nearby'],
    ['azure-key', 'Azure storage, service and DevOps keys and client secrets'],
    ['basic-auth', 'user and password of an Authorization: Basic header'],
    ['bearer-token', 'the credential of an Authorization header, or after Bearer'],
    ['cookie', 'values in Cookie and Set-Cookie headers'],
    ['custom', 'matches of a pattern that the user gave'],
    ['datadog-key', 'Datadog keys, told by the name of the variable'],
    ['discord-token', 'Discord bot tokens'],
    ['discord-webhook', 'the secret part of Discord webhook addresses'],
    ['high-entropy', 'random strings that a telling word precedes'],
    ['jwt', 'JSON web tokens'],
    ['mailchimp-key', 'Mailchimp API keys'],
    ['okta-token', 'Okta tokens, told by the name of the variable'],
    ['password', 'values whose name says password'],
    ['private-key', 'private keys in PEM, OpenSSH and PGP form'],
    ['secret-value', 'values whose name says secret, token or key: .env, JSON, YAML, flags, code'],
    ['slack-webhook', 'the secret part of Slack webhook addresses'],
    ['teams-webhook', 'the secret part of Microsoft Teams webhook addresses'],
    ['telegram-token', 'Telegram bot tokens'],
    ['terraform-token', 'Terraform Cloud tokens'],
    ['url-password', 'passwords and tokens in the user part of URLs'],
    ['url-signature', 'signatures of presigned links'],
  ].sort(([a], [b]) => (a < b ? -1 : 1)) as [string, string][], // sort() forgets that pairs are pairs
)
