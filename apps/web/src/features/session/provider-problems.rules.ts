/** Why somebody came back from the identity provider without being signed in: the API's word, and what it means to them. */
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

/** Null where the address says nothing of it. Anybody may write an address, so only known words are believed. */
export function providerProblem(search: string): string | null {
  const word = new URLSearchParams(search).get('problem')
  if (word === null) return null
  return isKnown(word) ? PROVIDER_PROBLEMS[word] : PROVIDER_PROBLEMS.failed
}

function isKnown(word: string): word is keyof typeof PROVIDER_PROBLEMS {
  return Object.hasOwn(PROVIDER_PROBLEMS, word)
}

/** [OPEN-007] Straight to the provider, where `loginAddress` alone may lead to the sign-in screen. */
export function providerAddress(loginUrl: string, returnTo: string): string {
  return `${loginUrl}?returnTo=${encodeURIComponent(returnTo)}&way=provider`
}
