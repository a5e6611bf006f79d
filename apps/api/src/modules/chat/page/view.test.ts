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
  document.body.innerHTML = `<p id="state"></p><button id="close" hidden>Close</button><div id="log"></div><div id="answers" hidden></div>
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

test('view makes a link of an address of a file of the clinic alone [BOT-01] [SEC-10]', () => {
  const own = `${document.location.origin}/api/inbox/media?token=abc.def`
  const text = `Your form.\n\nform.pdf\n${own}\n\nhttps://evil.test/api/inbox/media?token=abc ${hostile}`
  view.show({
    state: 'live',
    rows: [
      message({ message: text, files: 1 }),
      message({ key: 'm2', message: own.replace('?token', '?other') }),
      message({ key: 'm3', by: 'visitor', message: own }),
    ],
  })
  const links = [...log().querySelectorAll('a')]
  expect(links.map((one) => [one.getAttribute('href'), one.textContent])).toEqual([[own, 'Open the file']])
  expect(log().querySelector('.text')?.textContent).toBe(text.replace(own, 'Open the file'))
  expect(log().querySelector('img, script')).toBeNull()
  expect(log().textContent).not.toContain('can not show')
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

const asks = (kind: string, choices: string[] = []) =>
  message({ name: 'Cedar Ridge assistant', automatic: true, prompt: { kind, choices } })
const answers = () => document.getElementById('answers')

test('view offers the choices of the newest message as buttons, and takes them away once it is answered [BOT-01]', () => {
  view.show({ state: 'live', rows: [asks('choice', ['Book a visit', hostile])] })
  expect(answers().hidden).toBe(false)
  const [book, odd] = answers().children
  expect(odd.textContent).toBe(hostile)
  book.focus()
  view.show({ state: 'connecting', rows: [asks('choice', ['Book a visit', hostile])] })
  expect(document.activeElement).toBe(book)
  book.click()
  expect(hooks.onWrite).toHaveBeenCalledExactlyOnceWith('Book a visit')
  const said = message({ key: 'c1', by: 'visitor', message: 'Book a visit', state: 'waiting' })
  view.show({ state: 'live', rows: [asks('choice', ['Book a visit', hostile]), said] })
  expect(answers().hidden).toBe(true)
  expect(answers().children).toHaveLength(0)
  expect(document.activeElement?.id).toBe('text')
})

test('view shows how to type the answer that is asked for, and forgets it after the answer [BOT-01]', () => {
  const text = document.getElementById('text')
  view.show({ state: 'live', rows: [asks('birthdate')] })
  expect([text.getAttribute('inputmode'), text.placeholder]).toEqual(['numeric', 'MM/DD/YYYY'])
  view.show({ state: 'live', rows: [asks('birthdate'), message({ key: 'm2' })] })
  expect([text.getAttribute('inputmode'), text.placeholder]).toEqual(['text', ''])
})

test('view says “Automated” beside an assistant, and tells when a person joins, once [BOT-01]', () => {
  const rows = [
    asks('text'),
    message({ key: 'm2', message: 'I have it now' }),
    message({ key: 'm3', message: 'One moment' }),
  ]
  view.show({ state: 'live', rows })
  expect([...log().querySelectorAll('.who')].map((one) => one.textContent)).toEqual([
    'Cedar Ridge assistant · Automated',
    'Lena',
    'Lena',
  ])
  expect([...log().querySelectorAll('.joined')].map((one) => one.textContent)).toEqual(['Lena joined'])
  view.show({ state: 'live', rows: [] })
  view.show({ state: 'live', rows: [message(), message({ key: 'm2' })] })
  expect(log().querySelector('.joined')).toBeNull()
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
