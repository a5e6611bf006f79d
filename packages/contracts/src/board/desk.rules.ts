/** A desk is what a member of the staff does now. */
export const deskStates = ['on', 'call', 'break', 'off'] as const
export type DeskState = (typeof deskStates)[number]

/** The longest break that has an end. */
export const BREAK_MAX_MINUTES = 240
/** A desk without any input for so long goes off. */
export const IDLE_MINUTES = 45

/** The first word of a name: the wallboard shows no more of it. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

/** "DW" for Dana Whitfield */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
