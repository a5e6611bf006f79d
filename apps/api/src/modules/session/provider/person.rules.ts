/** Who somebody is, by what the provider tells. */
import type { Claims } from './mapping.rules.ts'

interface Person {
  /** In small letters; none where the provider tells none that could be one. */
  readonly email: string | undefined
  /** Only a plain `true` is one: "false" would be one too. */
  readonly emailVerified: boolean
  readonly name: string | undefined
}

export function personOf({
  email,
  email_verified: verified,
  name,
  given_name: given,
  family_name: family,
}: Claims): Person {
  const address = typeof email === 'string' ? email.trim().toLowerCase() : ''
  return {
    email: /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(address) && address.length <= 254 ? address : undefined,
    emailVerified: verified === true,
    name: named(name) ?? named([given, family].filter((part) => typeof part === 'string').join(' ')),
  }
}

function named(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100)
    .trim()
  return name === '' ? undefined : name
}

/** A subject means something together with who says it; no address has a line break in it. */
export function accountIdOf({ issuer, subject }: { readonly issuer: string; readonly subject: string }): string {
  return `${issuer}\n${subject}`
}

/** What the ID token doesn't say is taken from what was asked for beside it; but that an e-mail is verified is said of that e-mail alone. */
export function completed(token: Claims, { email_verified: verified, ...asked }: Claims): Claims {
  const isOfIt = token.email === undefined || token.email === asked.email
  return { ...asked, ...(isOfIt && { email_verified: verified }), ...token }
}
