import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Command } from './commands.rules.ts'
import { type Commands, createCommands } from './commands.ts'
import { createHandover } from './handover.ts'

let commands: Commands
let stored: Map<string, string>
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}

beforeEach(() => {
  stored = new Map()
  commands = createCommands(storage)
  window.addEventListener('keydown', press)
  document.body.innerHTML = `
    <a href="/">link</a><input type="checkbox"><input type="search"><textarea></textarea>
    <p contenteditable>editable</p><div role="dialog"><button>in a dialog</button></div>
    <div role="menu"><button>in a menu</button></div><ul data-list><li><a href="/">row</a></li></ul>`
  for (const editable of document.querySelectorAll<HTMLElement>('[contenteditable]')) {
    // jsdom knows the attribute, and not what follows from it.
    Object.defineProperty(editable, 'isContentEditable', { value: true })
  }
})
afterEach(() => {
  window.removeEventListener('keydown', press)
  document.body.innerHTML = ''
})
const press = (event: KeyboardEvent) => commands.press(event)

function known(id: string, keys: string[], rest: Partial<Command> = {}) {
  const run = vi.fn()
  commands.register(() => [{ id, title: id, keys, group: 'Everywhere', run, ...rest }])
  return run
}

/** Answers whether the key was taken. */
function key(name: string, selector = 'a', rest: KeyboardEventInit = {}): boolean {
  const target = document.querySelector(selector)
  return (
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...rest })) ===
    false
  )
}

test('[DESIGN-13] a key runs its command and is taken, with where it was pressed', () => {
  const run = known('star', ['s'])
  expect(key('s')).toBe(true)
  expect(run).toHaveBeenCalledWith(document.querySelector('a'))
  expect(key('q')).toBe(false)
})

test.each(['input[type=search]', 'textarea', '[contenteditable]'])(
  '[DESIGN-13] while typing in %s only Ctrl and F keys work',
  (place) => {
    const [star, go, toasts] = [known('star', ['s']), known('go', ['mod+k']), known('toasts', ['f8'])]
    expect(key('s', place)).toBe(false)
    expect(key('k', place, { ctrlKey: true })).toBe(true)
    expect(key('F8', place)).toBe(true)
    expect([star, go, toasts].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1])
  },
)

test('[DESIGN-13] a box to tick is no place to type', () => {
  const run = known('star', ['s'])
  key('s', 'input[type=checkbox]')
  expect(run).toHaveBeenCalledOnce()
})

test.each(['[role=dialog] button', '[role=menu] button'])(
  '[DESIGN-13] in %s no key works but what works everywhere',
  (place) => {
    const [go, toasts] = [known('go', ['mod+k']), known('toasts', ['f8'], { everywhere: true })]
    key('k', place, { ctrlKey: true })
    key('F8', place)
    expect([go, toasts].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  },
)

test('[DESIGN-13] under a dialog no key works, even where the focus was lost', () => {
  const run = known('star', ['s'])
  document.querySelector('[role=dialog]')?.setAttribute('aria-modal', 'true')
  expect(key('s', 'body')).toBe(false)
  expect(run).not.toHaveBeenCalled()
})

test('[DESIGN-13] no key while an input method composes, none that was taken, none that is held down', () => {
  const [run, move] = [known('star', ['s']), known('next', ['j'], { repeats: true })]
  key('s', 'a', { isComposing: true })
  key('s', 'a', { keyCode: 229 })
  expect(key('s', 'a', { repeat: true })).toBe(true)
  const take = (event: Event) => event.preventDefault()
  document.body.addEventListener('keydown', take)
  key('s')
  document.body.removeEventListener('keydown', take)
  expect(run).not.toHaveBeenCalled()
  key('j', 'a', { repeat: true })
  expect(move).toHaveBeenCalledOnce()
})

test('[DESIGN-13] what belongs to a place works there, also while one types, and nowhere else', () => {
  const [row, send] = [
    known('row', ['x'], { within: '[data-list]' }),
    known('send', ['mod+enter'], { within: 'textarea' }),
  ]
  key('x')
  key('x', '[data-list] a')
  key('Enter', 'a', { ctrlKey: true })
  key('Enter', 'textarea', { ctrlKey: true })
  expect([row, send].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('[DESIGN-13] G then I; what there isn’t is swallowed, and no command of its own', () => {
  const [inbox, details, close] = [known('inbox', ['g i']), known('details', ['i']), known('close', ['e'])]
  expect([key('g'), key('i')]).toEqual([true, true])
  expect([inbox, details].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  key('g')
  expect(key('e')).toBe(true)
  expect(close).not.toHaveBeenCalled()
  key('e')
  key('i')
  expect([close, details].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('[DESIGN-13] what does not hold now leaves the key alone', () => {
  const run = known('undo', ['z'], { holds: () => false })
  expect(key('z')).toBe(false)
  expect(run).not.toHaveBeenCalled()
  commands.run('undo')
  expect(run).not.toHaveBeenCalled()
})

test('[DESIGN-13] turned off, characters are no shortcuts, in this browser and from now on', () => {
  const [star, go, arrow] = [known('star', ['s']), known('go', ['mod+k']), known('below', ['arrowdown'])]
  const heard = vi.fn()
  commands.subscribe(heard)
  commands.setCharacters(false)
  expect([heard.mock.calls.length, stored.get('shortcuts')]).toEqual([1, 'off'])
  expect(key('s')).toBe(false)
  key('k', 'a', { ctrlKey: true })
  key('ArrowDown')
  expect([star, go, arrow].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1])
  expect(createCommands(storage).characters()).toBe(false)
  commands.setCharacters(true)
  expect(key('s')).toBe(true)
  expect(createCommands(storage).characters()).toBe(true)
})

test('[DESIGN-13] a browser that forbids storage still turns them off, for this page', () => {
  const forbidden = () => {
    throw new Error('forbidden')
  }
  commands = createCommands({ getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  commands.setCharacters(false)
  expect(commands.characters()).toBe(false)
})

test('[DESIGN-13] what is gone from the screen is no command any more; the list says what can be done', () => {
  commands.register(() => [
    { id: 'star', title: 'Star', keys: ['s'], group: 'Open conversation' },
    { id: 'undo', title: 'Undo', keys: ['z'], group: 'Everywhere' },
  ])
  const gone = commands.register(() => [
    { id: 'star', title: 'Star', keys: ['s'], group: 'Open conversation', run: () => undefined },
  ])
  const ready = () => commands.list(null).map(({ id, ready }) => [id, ready])
  expect(ready()).toEqual([
    ['star', true],
    ['undo', false],
  ])
  gone()
  expect(ready()).toEqual([
    ['star', false],
    ['undo', false],
  ])
  expect(key('s')).toBe(false)
})

test('[DESIGN-13] what is asked for waits until somebody takes it, once', () => {
  const handover = createHandover()
  const asked = { kind: 'conversation', organizationId: 'org_cedar', conversationId: 'c1' } as const
  handover.give(asked)
  const [deaf, taker] = [vi.fn(() => false), vi.fn(() => true)]
  handover.receive(deaf)
  const gone = handover.receive(taker)
  expect([deaf.mock.calls, taker.mock.calls]).toEqual([[[asked]], [[asked]]])
  handover.receive(deaf)
  expect(deaf).toHaveBeenCalledOnce()
  gone()
  handover.give(asked)
  expect(taker).toHaveBeenCalledOnce()
})
