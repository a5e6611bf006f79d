const EXCERPT = 140

/** How a note begins, for a list of mentions; a character is never cut in two. */
export function excerptOf(note: string): string {
  const characters = [...note]
  return characters.length <= EXCERPT ? note : `${characters.slice(0, EXCERPT - 1).join('')}…`
}
