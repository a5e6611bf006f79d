// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { script } from './page-world.suite.ts'

const { createView } = await script('./view.js')
/** The API's TypeScript settings do not include browser types. */
// biome-ignore lint/suspicious/noExplicitAny: jsdom gives them without types
const { document, KeyboardEvent } = globalThis as any

const hostile = '<img src=x onerror="alert(1)"><script>alert(1)</script>'
const message = (more: object = {}) => ({
  ...{ key: 'm1', _id: 'm1', clientId: null, by: 'clinic', name: 'Lena', message: 'Good morning', files: 0 },
  ...{ createdAt: '2026-11-21T15:00:00.000Z', state: 'taken' },
  ...more,
})
const log = () => document.getElementById('log')
const newHooks = () => ({ onWrite: vi.fn(), onDiscard: vi.fn(), onClose: vi.fn(), onForget: vi.fn() })
let hooks: ReturnType<typeof newHooks>
// biome-ignore lint/suspicious/noExplicitAny: the view has no types
let view: any

beforeEach(() => {
  // The document and its listeners outlive each test.
  hooks = newHooks()
  document.body.innerHTML = `<p id="state"></p><button id="close" hidden>Close</button><div id="log"></div>
    <form id="write"><textarea id="text"></textarea><button id="send" type="submit" disabled>Send</button></form>
    <button id="forget" type="button" hidden>Remove this chat from this device</button>`
  view = createView({ document, clinic: 'Cedar Ridge', ...hooks })
})

test('view lets people send once it handles the form [INBOX-02]', () => {
  expect(document.getElementById('send').disabled).toBe(false)
})

test('view shows every text as text [SEC-10]', () => {
  view.show({ state: 'live', rows: [message({ message: hostile, name: hostile })] })
  expect(log().querySelector('img, script')).toBeNull()
  expect(log().querySelector('.text')?.textContent).toBe(hostile)
  expect(log().querySelector('.who')?.textContent).toBe(hostile)
})

test('view keeps the order of rows and reuses unchanged ones [INBOX-02]', () => {
  view.show({
    state: 'live',
    rows: [message(), message({ key: 'c1', by: 'visitor', message: 'Hi', state: 'waiting' })],
  })
  const [first] = log().children
  view.show({
    state: 'live',
    rows: [message(), message({ key: 'm0', message: 'Late' }), message({ key: 'c1', by: 'visitor', message: 'Hi' })],
  })
  expect(log().children[0]).toBe(first)
  expect([...log().querySelectorAll('.text')].map((one) => one.textContent)).toEqual(['Good morning', 'Late', 'Hi'])
  expect(log().querySelector('.waiting')).toBeNull()
  view.show({ state: 'live', rows: [] })
  expect(log().children).toHaveLength(0)
})

test('view sends on Enter and empties the field, but not on Shift+Enter [INBOX-02]', () => {
  const text = document.getElementById('text')
  const press = (init: object) =>
    text.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }))
  text.value = 'Hello'
  press({ shiftKey: true })
  press({ isComposing: true })
  expect(hooks.onWrite).not.toHaveBeenCalled()
  press({})
  expect(hooks.onWrite).toHaveBeenCalledExactlyOnceWith('Hello')
  expect(text.value).toBe('')
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  expect(hooks.onClose).toHaveBeenCalledOnce()
})

test('view shows the state in words, a remove button for a refused message, and the number of files [INBOX-02]', () => {
  const refused = { key: 'c1', clientId: 'c1', by: 'visitor', message: 'Odd', state: 'refused', refused: 'Not valid.' }
  view.show({ state: 'offline', rows: [message(refused), message({ key: 'm2', message: '', files: 2 })] })
  expect(document.getElementById('state')?.textContent).toMatch(/^You are offline/)
  expect(log().textContent).toContain('Not sent. Not valid.')
  expect(log().textContent).toContain('2 files that the chat can not show')
  log().querySelector('button').click()
  expect(hooks.onDiscard).toHaveBeenCalledExactlyOnceWith('c1')
})

test('view removes the chat from the device after two presses [INBOX-02]', () => {
  view.show({ state: 'live', rows: [message()] })
  const forget = document.getElementById('forget')
  expect(forget.hidden).toBe(false)
  forget.click()
  expect(hooks.onForget).not.toHaveBeenCalled()
  expect(forget.textContent).toBe('Press again to remove it from this device')
  forget.click()
  expect(hooks.onForget).toHaveBeenCalledOnce()
})
