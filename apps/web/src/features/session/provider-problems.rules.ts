/**
 * The reasons for returning from the identity provider without a session: the API's word, and its sentence for the
 * user.
 */
export const PROVIDER_PROBLEMS = {
  provider_down: 'Your organization’s sign-in isn’t responding. Wait a moment, then try again.',
  denied: 'Your organization’s sign-in did not let you in. Try again, or ask your IT team.',
  expired: 'This sign-in took longer than ten minutes, or was used before. Start again.',
  not_allowed: 'Your organization knows you, but you have no account here. Ask an admin of your clinic to invite you.',
  clock: 'Foyer’s clock and your organization’s differ by more than a minute. Tell your IT team.',
  limited: 'There were too many sign-ins from here. Wait 15 minutes, then try again.',
  disabled: 'This account is turned off. Ask an admin of your clinic to turn it on again.',
  failed: 'Signing in through your organization didn’t work. Try again. If it keeps happening, tell your IT team.',
} as const

/** Null without the parameter. Anybody can write an address, so unknown words are not shown. */
export function providerProblem(search: string): string | null {
  const word = new URLSearchParams(search).get('problem')
  if (word === null) return null
  return isKnown(word) ? PROVIDER_PROBLEMS[word] : PROVIDER_PROBLEMS.failed
}

function isKnown(word: string): word is keyof typeof PROVIDER_PROBLEMS {
  return Object.hasOwn(PROVIDER_PROBLEMS, word)
}

/** [OPEN-007] The address that leads directly to the provider; `loginAddress` may lead to the sign-in screen. */
export function providerAddress(loginUrl: string, returnTo: string): string {
  return `${loginUrl}?returnTo=${encodeURIComponent(returnTo)}&way=provider`
}
