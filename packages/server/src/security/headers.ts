/** Headers of every answer, whoever makes it. `tls`: this server itself speaks TLS. */
export function securityHeaders(tls: boolean): readonly (readonly [name: string, value: string])[] {
  return [
    ['Content-Security-Policy', POLICY],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', PERMISSIONS],
    ['X-Robots-Tag', 'noindex, nofollow'],
    ...(tls ? [['Strict-Transport-Security', 'max-age=31536000'] as const] : []),
  ]
}

/** No inline script and no address outside; pictures of transcripts are blobs that the page makes. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The page that draws diagrams, which the app frames without rights: no origin, so nothing of this server is open to it, and
 * nothing to load but its own script. What it draws has styles inside.
 */
export const DIAGRAM_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; '),
  'X-Frame-Options': 'SAMEORIGIN',
}

/** A frame without an origin is another site to whatever it loads; the script holds no data. */
export const DIAGRAM_SCRIPT_HEADERS: Readonly<Record<string, string>> = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ')
