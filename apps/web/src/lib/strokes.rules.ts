/**
 * Names for keys. A stroke is one press: "j", "?", "escape", "mod+shift+enter"; "mod" is Ctrl or ⌘. Strokes with a
 * blank between them are a sequence: "g i".
 */

export type PressedKeys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The longest pause within a sequence. */
const SEQUENCE_MS = 1_500

export interface Pending {
  readonly typed: string
  readonly at: number
}

/** Returns the pressed stroke; null for a modifier alone, and with Alt, which belongs to the operating system. */
export function strokeOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: PressedKeys): string | null {
  if (altKey || /^(Control|Meta|Shift|Alt|AltGraph|CapsLock|Dead|Process|Unidentified)$/.test(key)) return null
  const name = nameOf(key, code)
  // A character that needs Shift on this keyboard is named without it.
  const shift = shiftKey && (name.length > 1 || /[a-z]/.test(name)) ? 'shift+' : ''
  return `${ctrlKey || metaKey ? 'mod+' : ''}${shift}${name}`
}

/** On a keyboard without Latin letters, the key's position decides. */
function nameOf(key: string, code: string): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const isLatin = /^[\x20-\x7e]+$/.test(key)
  return (letter !== undefined && !isLatin ? letter : key).toLowerCase()
}

/** A stroke that text input or speech input would produce by accident. */
export function isCharacter(stroke: string): boolean {
  return stroke.replace('shift+', '').length === 1
}

/** Appends the stroke to the pending sequence, or returns the stroke alone. */
export function typedWith(pending: Pending | null, stroke: string, at: number): string {
  const goesOn = pending !== null && isCharacter(stroke) && at - pending.at < SEQUENCE_MS
  return goesOn ? `${pending.typed} ${stroke}` : stroke
}

/** Returns the labels of the keys: "g i" is [["G"], ["I"]], "mod+k" is [["⌘", "K"]] or [["Ctrl", "K"]]. */
export function capsOf(keys: string, isMac: boolean): string[][] {
  return keys.split(' ').map((stroke) => stroke.split(/\+(?=.)/).map((name) => capOf(name, isMac)))
}

function capOf(name: string, isMac: boolean): string {
  if (name === 'mod') return isMac ? '⌘' : 'Ctrl'
  return CAPS[name] ?? (name.length === 1 ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1))
}

const CAPS: Readonly<Record<string, string>> = { escape: 'Esc', arrowup: '↑', arrowdown: '↓' }
