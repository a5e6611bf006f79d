import { type Command, type Listed, listed, meaningOf, type Place } from './commands.rules.ts'
import { type Pending, strokeOf, typedWith } from './strokes.rules.ts'

/** Beside the theme's: what belongs to the browser, and not to whoever is signed in. */
const KEY = 'shortcuts'
const FLOATING = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

type Source = () => readonly Command[]

export interface Commands {
  /** Until the answer is called. The source is asked at each key, so that it may change its mind. */
  register(source: Source): () => void
  /** Takes a key that nobody has taken yet. */
  press(event: KeyboardEvent): void
  list(from: Element | null): Listed[]
  /** One of them, by its id, where it can be done. */
  run(id: string): void
  /** Whether single characters are shortcuts in this browser. */
  characters(): boolean
  setCharacters(on: boolean): void
  subscribe(listener: () => void): () => void
}

export function createCommands(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Commands {
  const sources = new Set<Source>()
  const listeners = new Set<() => void>()
  let characters = quietly(() => storage.getItem(KEY)) !== 'off'
  let pending: Pending | null = null
  const all = () => [...sources].flatMap((source) => source())

  function press(event: KeyboardEvent): void {
    // 229: a key that goes to an input method, in browsers that don't say so otherwise.
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return
    const stroke = strokeOf(event)
    if (stroke === null) return
    const from = event.target instanceof Element ? event.target : null
    const typed = typedWith(pending, stroke, event.timeStamp)
    pending = null
    const meaning = meaningOf(all(), { stroke, typed, from, place: placeOf(from), repeated: event.repeat, characters })
    if (meaning.kind === 'none') return
    event.preventDefault()
    if (meaning.kind === 'waits') pending = { typed, at: event.timeStamp }
    if (meaning.kind === 'run') meaning.command.run?.(from)
  }

  return {
    register(source) {
      sources.add(source)
      return () => sources.delete(source)
    },
    press,
    list: (from) => listed(all(), from),
    run(id) {
      const found = listed(all(), document.activeElement).find((command) => command.id === id)
      if (found?.ready) found.run?.(document.activeElement)
    },
    characters: () => characters,
    setCharacters(on) {
      characters = on
      quietly(() => (on ? storage.removeItem(KEY) : storage.setItem(KEY, 'off')))
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A dialog holds the keys also where the focus was lost under it. */
function placeOf(from: Element | null): Place {
  if (from?.closest(FLOATING) || document.querySelector('[aria-modal=true]') !== null) return 'floating'
  return writes(from) ? 'writing' : 'page'
}

export function writes(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  return element.isContentEditable || element.matches('input:not([type=checkbox], [type=radio]), textarea, select')
}

/** Where storage is forbidden the choice lasts as long as the page. */
function quietly<T>(effect: () => T): T | undefined {
  try {
    return effect()
  } catch {
    return undefined
  }
}
