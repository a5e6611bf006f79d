/** Returns the name that colleagues use. */
export function givenName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name
}

/** "Dana is viewing", "Dana and Sam are writing a reply"; null for no names. */
export function presenceSentence(names: readonly string[], doing: string): string | null {
  if (names.length === 0) return null
  const given = names.map(givenName)
  const who = given.length > 2 ? `${given[0]} and ${given.length - 1} others` : given.join(' and ')
  return `${who} ${given.length === 1 ? 'is' : 'are'} ${doing}`
}
