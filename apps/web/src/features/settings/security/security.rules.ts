/** A key as people read and type it: in groups of four. */
export function inFours(secret: string): string[] {
  return secret.match(/.{1,4}/g) ?? []
}

/** What is kept in a file or on paper, with enough to know later what it is for. */
export function recoveryText(codes: readonly string[], email: string): string {
  return [
    `Foyer recovery codes for ${email}`,
    'Each of them works once, in the place of a code of your app.',
    '',
    ...codes,
    '',
  ].join('\n')
}

/** What a person should know before the codes run out. */
export function codesLeftWords(left: number): string {
  if (left === 0) return 'No recovery codes are left. Make new ones, or a lost phone locks you out.'
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
}
