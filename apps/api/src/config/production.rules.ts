/** The settings with which the API refuses to start in production. Each message names a setting and never its value. */
import { isDefaultPassword, isExampleSecret, isKnownSecret } from '@foyer/contracts/secrets.rules.ts'

interface Given {
  readonly DATABASE_URL?: string | undefined
  readonly PUBLIC_URL?: string | undefined
  readonly AUTH_SECRET?: string | undefined
  readonly RELAY_SECRET?: readonly string[] | undefined
  readonly TWILIO_ACCOUNT_SID?: string | undefined
  readonly TWILIO_AUTH_TOKEN?: string | undefined
  readonly EMAIL_API_KEY?: string | undefined
  readonly S3_SECRET_ACCESS_KEY?: string | undefined
  readonly OIDC_CLIENT_SECRET?: string | undefined
}

/** `sandbox` is the sandbox carrier's account, which is public. */
export function productionProblems(given: Given, sandbox: { readonly accountSid: string }): string[] {
  const { TWILIO_AUTH_TOKEN, EMAIL_API_KEY, S3_SECRET_ACCESS_KEY, OIDC_CLIENT_SECRET } = given
  const own = { AUTH_SECRET: [given.AUTH_SECRET], RELAY_SECRET: given.RELAY_SECRET ?? [] }
  const known = [
    ...namesOf(own, isKnownSecret),
    ...namesOf({ TWILIO_AUTH_TOKEN, EMAIL_API_KEY, S3_SECRET_ACCESS_KEY, OIDC_CLIENT_SECRET }, isExampleSecret),
  ].map((name) => `${name} is one that others know: make one yourself.`)
  const store = given.DATABASE_URL
  return [
    ...known,
    ...(given.TWILIO_ACCOUNT_SID === sandbox.accountSid
      ? ["TWILIO_ACCOUNT_SID is the sandbox's: anybody could text in a patient's name."]
      : []),
    ...(store !== undefined && isDefaultPassword(passwordOf(store)) && !isOnThisMachine(store)
      ? ['DATABASE_URL has a password that others know: make one yourself.']
      : []),
    ...(given.PUBLIC_URL?.startsWith('http:') && !isOnThisMachine(given.PUBLIC_URL)
      ? ["PUBLIC_URL must be https in production: without it sessions and patients' words can be read on the way."]
      : []),
  ]
}

function namesOf(
  secrets: Readonly<Record<string, string | undefined | readonly (string | undefined)[]>>,
  isKnown: (secret: string) => boolean,
): string[] {
  return Object.entries(secrets).flatMap(([name, values]) =>
    [values].flat().some((secret) => secret !== undefined && isKnown(secret)) ? [name] : [],
  )
}

function passwordOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).password)
  } catch {
    return ''
  }
}

/** Traffic to this machine itself can't be intercepted on the network. */
function isOnThisMachine(url: string): boolean {
  return URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}
