import { type Command, type FocusArea, type Listed, listed, meaningOf } from './commands.rules.ts'
import { isCharacter, type Pending, strokeOf, typedWith } from './strokes.rules.ts'

/** Stored beside the theme: it belongs to the browser, not to the signed-in user. */
const KEY = 'shortcuts'
/** How long single-character shortcuts pause, and at least from one ignored key to the next: a word goes on for longer. */
const PAUSE_MS = 1_000
const TYPING_MS = 500
/** A command that was asked for waits so long for its code; later it would come as a surprise. */
const WAIT_MS = 5_000
const FLOATING = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

type Source = () => readonly Command[]

export interface Commands {
  /**
   * Registers a source until the returned function is called. The source is asked at each key, so its commands may
   * change.
   */
  register(source: Source): () => void
  /** Handles a key that nothing else has handled. */
  press(event: KeyboardEvent): void
  list(from: Element | null): Listed[]
  /** Runs a command by its id, if it can run now; one whose code is on its way runs if it is registered within seconds. */
  run(id: string): void
  /** Whether single-character shortcuts are turned on in this browser. */
  characters(): boolean
  setCharacters(on: boolean): void
  /**
   * Ignores single-character shortcuts for about a second. To be called when the screen moves on by itself: the user may
   * still be typing, and the rest of the word must not run commands. The second begins when the place, if one is given, is
   * shown.
   */
  pause(place?: string): void
  /** The screen now shows another place, which may still be loading, or none: no other one is awaited. */
  movedTo(place: string | null): void
  shown(place: string): void
  /** Tells the listeners that a source has other commands now, such as those whose code has loaded. */
  changed(): void
  subscribe(listener: () => void): () => void
}

export function createCommands(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  now = () => performance.now(),
): Commands {
  const sources = new Set<Source>()
  const listeners = new Set<() => void>()
  let characters = quietly(() => storage.getItem(KEY)) !== 'off'
  let pending: Pending | null = null
  let pausedUntil = 0
  /** The place before whose showing the keys stay paused. */
  let awaited: string | null = null
  let wanted: { readonly id: string; readonly until: number } | null = null
  const all = () => [...sources].flatMap((source) => source())
  const changed = () => {
    for (const listener of listeners) listener()
  }

  function press(event: KeyboardEvent): void {
    // keyCode 229 marks a key for an input method in browsers that report it no other way.
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return
    const stroke = strokeOf(event)
    if (stroke === null) return
    const from = event.target instanceof Element ? event.target : null
    const focus = focusAreaOf(from)
    if (focus === 'page' && isCharacter(stroke) && (awaited !== null || now() < pausedUntil)) {
      if (!event.repeat) pausedUntil = Math.max(pausedUntil, now() + TYPING_MS)
      return
    }
    const typed = typedWith(pending, stroke, event.timeStamp)
    pending = null
    const meaning = meaningOf(all(), {
      stroke,
      typed,
      from,
      focus,
      repeated: event.repeat,
      characters,
    })
    if (meaning.kind === 'none') return
    event.preventDefault()
    if (meaning.kind === 'waits') pending = { typed, at: event.timeStamp }
    if (meaning.kind === 'run') meaning.command.run?.(from)
  }

  function run(id: string): void {
    const found = listed(all(), document.activeElement).find((command) => command.id === id)
    wanted = found?.run ? null : { id, until: now() + WAIT_MS }
    if (found?.ready) found.run?.(document.activeElement)
  }

  return {
    register(source) {
      sources.add(source)
      const asked = wanted
      if (asked !== null && now() < asked.until && source().some(({ id }) => id === asked.id)) run(asked.id)
      return () => sources.delete(source)
    },
    press,
    list: (from) => listed(all(), from),
    run,
    characters: () => characters,
    setCharacters(on) {
      characters = on
      quietly(() => (on ? storage.removeItem(KEY) : storage.setItem(KEY, 'off')))
      changed()
    },
    changed,
    pause(place) {
      pending = null
      awaited = place ?? null
      pausedUntil = now() + PAUSE_MS
    },
    movedTo(place) {
      if (awaited !== place) awaited = null
    },
    shown(place) {
      if (awaited !== place) return
      awaited = null
      pausedUntil = now() + PAUSE_MS
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** An open dialog keeps the keys even if the focus was lost under it. */
function focusAreaOf(from: Element | null): FocusArea {
  if (from?.closest(FLOATING) || document.querySelector('[aria-modal=true]') !== null) return 'floating'
  return writes(from) ? 'writing' : 'page'
}

export function writes(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  return element.isContentEditable || element.matches('input:not([type=checkbox], [type=radio]), textarea, select')
}

/** If storage is forbidden, the choice lasts until the page is closed. */
function quietly<T>(effect: () => T): T | undefined {
  try {
    return effect()
  } catch {
    return undefined
  }
}
