/** Groups a key by four characters, for reading and typing. */
export function inFours(secret: string): string[] {
  return secret.match(/.{1,4}/g) ?? []
}

/** The text of the recovery codes for a file or print, with the account they belong to. */
export function recoveryText(codes: readonly string[], email: string): string {
  return [
    `Foyer recovery codes for ${email}`,
    'Each of them works once, in the place of a code of your app.',
    '',
    ...codes,
    '',
  ].join('\n')
}

/** Warns before the recovery codes run out. */
export function codesLeftWords(left: number): string {
  if (left === 0) return 'No recovery codes are left. Make new ones, or a lost phone locks you out.'
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
}
