/** E-mail and name of a person, read from the provider's claims. */
import type { Claims } from './mapping.rules.ts'

interface Person {
  /** In lower case; undefined if the claim holds no valid address. */
  readonly email: string | undefined
  /** Only `true` counts; the string "false" would be truthy. */
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

/** A subject is unique only together with its issuer. An issuer contains no line break. */
export function accountIdOf({ issuer, subject }: { readonly issuer: string; readonly subject: string }): string {
  return `${issuer}\n${subject}`
}

/** Fills gaps of the ID token from userinfo. `email_verified` is taken over only for the same e-mail address. */
export function completed(token: Claims, { email_verified: verified, ...asked }: Claims): Claims {
  const isOfIt = token.email === undefined || token.email === asked.email
  return { ...asked, ...(isOfIt && { email_verified: verified }), ...token }
}
