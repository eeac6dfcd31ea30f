/**
 * Says whether a suite must be skipped because something it needs cannot be had on this machine.
 *
 * Contract: true means skip, and the caller gives the suite a name that says what is missing. With
 * `SKEIN_REQUIRE_ALL=1` nothing may be skipped: what is not available is an error.
 */
export function skipUnlessAvailable(
  name: string,
  available: boolean,
  environment: Record<string, string | undefined> = process.env,
): boolean {
  if (available) return false
  if (environment['SKEIN_REQUIRE_ALL'] === '1')
    throw new Error(`${name} is not available here, and SKEIN_REQUIRE_ALL=1 allows no skip`)
  return true
}
