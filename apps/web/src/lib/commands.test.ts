import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Command } from './commands.rules.ts'
import { type Commands, createCommands } from './commands.ts'
import { createHandover } from './handover.ts'

let commands: Commands
let stored: Map<string, string>
let now = 0
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}

beforeEach(() => {
  stored = new Map()
  commands = createCommands(storage, () => now)
  window.addEventListener('keydown', press)
  document.body.innerHTML = `
    <a href="/">link</a><input type="checkbox"><input type="search"><textarea></textarea>
    <p contenteditable>editable</p><div role="dialog"><button>in a dialog</button></div>
    <div role="menu"><button>in a menu</button></div><ul data-list><li><a href="/">row</a></li></ul>`
  for (const editable of document.querySelectorAll<HTMLElement>('[contenteditable]')) {
    // jsdom supports the attribute, but not the property.
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

/** Returns whether the key was handled. */
function key(name: string, selector = 'a', rest: KeyboardEventInit = {}): boolean {
  const target = document.querySelector(selector)
  return (
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...rest })) ===
    false
  )
}

test('a key runs its command with the focused element and is handled [DESIGN-13]', () => {
  const run = known('star', ['s'])
  expect(key('s')).toBe(true)
  expect(run).toHaveBeenCalledWith(document.querySelector('a'))
  expect(key('q')).toBe(false)
})

test.each(['input[type=search]', 'textarea', '[contenteditable]'])(
  'while typing in %s only Ctrl and F keys work [DESIGN-13]',
  (place) => {
    const [star, go, toasts] = [known('star', ['s']), known('go', ['mod+k']), known('toasts', ['f8'])]
    expect(key('s', place)).toBe(false)
    expect(key('k', place, { ctrlKey: true })).toBe(true)
    expect(key('F8', place)).toBe(true)
    expect([star, go, toasts].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1])
  },
)

test('a single key works while a checkbox has the focus [DESIGN-13]', () => {
  const run = known('star', ['s'])
  key('s', 'input[type=checkbox]')
  expect(run).toHaveBeenCalledOnce()
})

test.each(['[role=dialog] button', '[role=menu] button'])(
  'in %s only commands that work everywhere run [DESIGN-13]',
  (place) => {
    const [go, toasts] = [known('go', ['mod+k']), known('toasts', ['f8'], { everywhere: true })]
    key('k', place, { ctrlKey: true })
    key('F8', place)
    expect([go, toasts].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  },
)

test('no key works under a dialog, even where the focus was lost [DESIGN-13]', () => {
  const run = known('star', ['s'])
  document.querySelector('[role=dialog]')?.setAttribute('aria-modal', 'true')
  expect(key('s', 'body')).toBe(false)
  expect(run).not.toHaveBeenCalled()
})

test('no command runs for a key that is composing, handled already or held down [DESIGN-13]', () => {
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

test('a command with a selector works inside it only, also while typing [DESIGN-13]', () => {
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

test('G then I runs its command; an unknown sequence is swallowed [DESIGN-13]', () => {
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

test('a command that cannot run leaves the key alone [DESIGN-13]', () => {
  const run = known('undo', ['z'], { holds: () => false })
  expect(key('z')).toBe(false)
  expect(run).not.toHaveBeenCalled()
  commands.run('undo')
  expect(run).not.toHaveBeenCalled()
})

test('turning single characters off lasts in this browser [DESIGN-13]', () => {
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

test('turning single characters off works without storage, until the page is closed [DESIGN-13]', () => {
  const forbidden = () => {
    throw new Error('forbidden')
  }
  commands = createCommands({ getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  commands.setCharacters(false)
  expect(commands.characters()).toBe(false)
})

test('a command ends when its source is gone; the list says which commands can run [DESIGN-13]', () => {
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

test('a command that was asked for before its code arrived runs once when it is registered [DESIGN-13]', () => {
  commands.register(() => [{ id: 'shift', title: 'Shift', keys: [], group: 'Everywhere' }])
  commands.run('shift')
  const other = known('star', [])
  const first = known('shift', [])
  const second = known('shift', [])
  expect([other, first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
})

test('a command that was asked for runs no more when its code arrives late', () => {
  now = 10_000
  commands.run('shift')
  now += 5_000
  expect(known('shift', [])).not.toHaveBeenCalled()
})

test('a handover waits until a receiver takes it, once [DESIGN-13]', () => {
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

test('single-character shortcuts pause for a second, and longer while somebody types on', () => {
  const [star, find, back] = [known('star', ['s']), known('find', ['mod+k']), known('back', ['escape'])]
  const next = known('next', ['shift+n'])
  now = 10_000
  commands.pause()
  now += 999
  expect([key('s'), key('N', 'a', { shiftKey: true })]).toEqual([false, false])
  now += 499
  expect(key('s'), 'the word goes on').toBe(false)
  expect([key('k', 'a', { ctrlKey: true }), key('Escape')]).toEqual([true, true])
  now += 499
  expect(key('s', 'a', { repeat: true }), 'a held key does not count as typing').toBe(false)
  now += 1
  expect(key('s')).toBe(true)
  expect([star, next, find, back].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1, 1])
})

test('single-character shortcuts pause until the awaited place is shown, and a second longer', () => {
  known('star', ['s'])
  now = 10_000
  commands.pause('c2')
  commands.movedTo('c2')
  commands.shown('c1')
  now += 60_000
  expect(key('s')).toBe(false)
  commands.shown('c2')
  now += 999
  expect(key('s')).toBe(false)
  now += 500
  expect(key('s')).toBe(true)
})

test.each(['c3', null])(
  'single-character shortcuts are heard again when the screen moves to %s instead of the awaited place',
  (place) => {
    known('star', ['s'])
    now = 10_000
    commands.pause('c2')
    commands.movedTo(place)
    now += 999
    expect(key('s')).toBe(false)
    now += 500
    expect(key('s')).toBe(true)
  },
)

test('the pause leaves keys inside a text field alone', () => {
  const canned = known('canned', ['/'], { within: 'textarea' })
  commands.pause()
  expect(key('/', 'textarea')).toBe(true)
  expect(canned).toHaveBeenCalledTimes(1)
})
