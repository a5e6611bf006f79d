/** Groups a key by four characters, for reading and typing. */
export function inFours(secret: string): string[] {
  return secret.match(/.{1,4}/g) ?? []
}

/** The text of the recovery codes for a file or print, with the account they belong to. */
export function recoveryText(codes: readonly string[], email: string): string {
  return [
    `Foyer recovery codes for ${email}`,
    'Each code works once, in place of a code from your app.',
    '',
    ...codes,
    '',
  ].join('\n')
}

/** Warns before the recovery codes run out. */
export function codesLeftWords(left: number): string {
  if (left === 0) return 'You have no recovery codes left. Create new ones, or losing your phone will lock you out.'
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
}
