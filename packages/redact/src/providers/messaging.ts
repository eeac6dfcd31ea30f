import { ALNUM, HEX, WORDS } from './token-rule.ts'
import type { ProviderRule } from './token-rule.ts'

export const MESSAGING_RULES: readonly ProviderRule[] = [
  {
    kind: 'slack-token',
    about: 'Slack bot, user, app, refresh and browser tokens',
    tokens: [
      ['xoxb-', `${WORDS}{16,300}`],
      ['xoxp-', `${WORDS}{16,300}`],
      ['xoxa-', `${WORDS}{16,300}`],
      ['xoxr-', `${WORDS}{16,300}`],
      ['xoxs-', `${WORDS}{16,300}`],
      ['xoxo-', `${WORDS}{16,300}`],
      ['xoxe-', `${WORDS}{16,400}`],
      ['xoxe.', `xox[bp]-${WORDS}{16,400}`],
      ['xoxc-', `${WORDS}{16,300}`],
      ['xoxd-', '[\\w%/+=-]{16,600}'],
      ['xapp-', `${WORDS}{16,300}`],
    ],
  },
  {
    kind: 'twilio-key',
    about: 'Twilio API keys and auth tokens',
    tokens: [['SK', `${HEX}{32}`]],
  },
  {
    kind: 'sendgrid-key',
    about: 'SendGrid API keys',
    tokens: [['SG.', `${WORDS}{16,32}\\.${WORDS}{32,64}`]],
  },
  {
    kind: 'mailgun-key',
    about: 'Mailgun keys',
    tokens: [['key-', '[0-9a-z]{32}']],
  },
  {
    kind: 'brevo-key',
    about: 'Brevo API and SMTP keys',
    tokens: [
      ['xkeysib-', `${HEX}{64}-${ALNUM}{16}`],
      ['xsmtpsib-', `${HEX}{64}-${ALNUM}{16}`],
    ],
  },
  { kind: 'resend-key', about: 'Resend API keys', tokens: [['re_', `${ALNUM}{8}_${ALNUM}{20,32}`]] },
]
