/**
 * The reasons for returning from the identity provider without a session: the API's word, and its sentence for the
 * user.
 */
export const PROVIDER_PROBLEMS = {
  provider_down: 'Your organization’s sign-in does not answer. Wait a moment, then try again.',
  denied: 'Your organization’s sign-in did not let you in. Try again, or ask the people who run it.',
  expired: 'This sign-in took longer than ten minutes, or was used before. Begin again.',
  not_allowed: 'Your organization knows you, but you have no account here. Ask an admin of your clinic to let you in.',
  clock: 'The clock here and your organization’s differ by more than a minute. Tell the people who run this server.',
  limited: 'There were too many sign-ins from here. Wait 15 minutes, then try again.',
  disabled: 'This account is turned off. Ask an admin of your clinic to turn it on again.',
  failed:
    'Signing in by your organization did not work. Try again; if it stays so, tell the people who run this server.',
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
