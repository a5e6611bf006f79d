import type { IncomingHttpHeaders } from 'node:http'

interface Asking {
  readonly headers: IncomingHttpHeaders
  /** The caller's organizations. */
  readonly organizations: readonly string[]
}

/**
 * The organization that a field asks about: the argument, else the header, else the caller's only one. Without any it is
 * empty, and the call refuses that as it refuses an absent one. The call also checks the membership, and a header that
 * contradicts the argument. [OPEN-050]
 */
export function organizationOf(named: string | null | undefined, { headers, organizations }: Asking): string {
  const { organizationid: inHeader } = headers
  const [only = '', ...others] = organizations
  return named ?? (typeof inHeader === 'string' ? inHeader : undefined) ?? (others.length === 0 ? only : '')
}
