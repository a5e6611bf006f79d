const EXCERPT = 140

/** The start of a note, for the list of mentions. It never cuts a character in two. */
export function excerptOf(note: string): string {
  const characters = [...note]
  return characters.length <= EXCERPT ? note : `${characters.slice(0, EXCERPT - 1).join('')}…`
}
