/**
 * Keys by name. A stroke is one press: "j", "?", "escape", "mod+shift+enter"; "mod" is Ctrl or ⌘. Strokes after one another,
 * with a blank between them, are a sequence: "g i".
 */

export type PressedKeys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** How long the next key of a sequence may take. */
const SEQUENCE_MS = 1_500

export interface Pending {
  readonly typed: string
  readonly at: number
}

/** The stroke that was pressed; null for a modifier alone, and with Alt, which belongs to the system. */
export function strokeOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: PressedKeys): string | null {
  if (altKey || /^(Control|Meta|Shift|Alt|AltGraph|CapsLock|Dead|Process|Unidentified)$/.test(key)) return null
  const name = nameOf(key, code)
  // A sign that needs Shift on this keyboard needs none to be named.
  const shift = shiftKey && (name.length > 1 || /[a-z]/.test(name)) ? 'shift+' : ''
  return `${ctrlKey || metaKey ? 'mod+' : ''}${shift}${name}`
}

/** Where letters are not Latin ones, the place on the keyboard says which is meant. */
function nameOf(key: string, code: string): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const isLatin = /^[\x20-\x7e]+$/.test(key)
  return (letter !== undefined && !isLatin ? letter : key).toLowerCase()
}

/** What somebody who writes, or who speaks to the computer, would press by accident. */
export function isCharacter(stroke: string): boolean {
  return stroke.replace('shift+', '').length === 1
}

/** What has been typed of a sequence with this stroke, or the stroke alone. */
export function typedWith(pending: Pending | null, stroke: string, at: number): string {
  const goesOn = pending !== null && isCharacter(stroke) && at - pending.at < SEQUENCE_MS
  return goesOn ? `${pending.typed} ${stroke}` : stroke
}

/** What stands on the keys: "g i" is [["G"], ["I"]], "mod+k" is [["⌘", "K"]] or [["Ctrl", "K"]]. */
export function capsOf(keys: string, isMac: boolean): string[][] {
  return keys.split(' ').map((stroke) => stroke.split(/\+(?=.)/).map((name) => capOf(name, isMac)))
}

function capOf(name: string, isMac: boolean): string {
  if (name === 'mod') return isMac ? '⌘' : 'Ctrl'
  return CAPS[name] ?? (name.length === 1 ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1))
}

const CAPS: Readonly<Record<string, string>> = { escape: 'Esc', arrowup: '↑', arrowdown: '↓' }
