import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { BAR_DELAYS, commandBarMachine } from './command-bar.machine.ts'
import type { SearchResults } from './command-bar.rules.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const foundOne = (name: string): SearchResults => ({
  conversations: [],
  patients: [{ patientId: name, name, phoneNumber: '+1', mrn: null }],
})

function open(offline = false) {
  const asked: {
    words: string
    signal: AbortSignal
    resolve: (found: SearchResults) => void
    reject: (error: Error) => void
  }[] = []
  const search = fromPromise<SearchResults, string>(
    ({ input: words, signal }) => new Promise((resolve, reject) => asked.push({ words, signal, resolve, reject })),
  )
  const bar = createActor(commandBarMachine.provide({ actors: { search } }), { input: { offline } }).start()
  const type = (text: string) => bar.send({ type: 'typed', text })
  const still = () => vi.advanceTimersByTimeAsync(BAR_DELAYS.still)
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const state = () => bar.getSnapshot().value
  const names = () => bar.getSnapshot().context.found.patients.map(({ name }) => name)
  return { bar, asked, type, still, settle, state, names }
}

test('command bar searches once after a pause in typing [DESIGN-13]', async () => {
  const { asked, type, still, settle, state, names } = open()
  type('r')
  await vi.advanceTimersByTimeAsync(BAR_DELAYS.still - 1)
  type('ro ')
  expect(state()).toBe('settling')
  await still()
  expect(asked.map(({ words }) => words)).toEqual(['ro'])
  // A trailing space is not another search.
  type('ro')
  asked[0]?.resolve(foundOne('Rosalind'))
  await settle()
  expect([state(), names(), asked.length]).toEqual(['found', ['Rosalind'], 1])
})

test('command bar cancels an outdated search and drops its answer [DESIGN-13]', async () => {
  const { asked, type, still, settle, state, names } = open()
  type('ro')
  await still()
  type('anna')
  await still()
  expect(asked[0]?.signal.aborted).toBe(true)
  asked[1]?.resolve(foundOne('Anna'))
  asked[0]?.resolve(foundOne('Rosalind'))
  await settle()
  expect([state(), names()]).toEqual(['found', ['Anna']])
})

test('command bar forgets results and searches when the field is emptied [DESIGN-13]', async () => {
  const { asked, type, still, settle, state, names } = open()
  type('ro')
  await still()
  asked[0]?.resolve(foundOne('Rosalind'))
  await settle()
  type('')
  expect([state(), names()]).toEqual(['resting', []])
  type('x')
  await still()
  type('  ')
  asked[1]?.resolve(foundOne('X'))
  await settle()
  expect([state(), names()]).toEqual(['resting', []])
})

test('command bar retries on request and when the user types on [DESIGN-13]', async () => {
  const { bar, asked, type, still, settle, state, names } = open()
  type('ro')
  await still()
  asked[0]?.reject(new Error('503'))
  await settle()
  expect([state(), names()]).toEqual(['failed', []])
  bar.send({ type: 'retry.requested' })
  expect([state(), asked.length]).toEqual(['searching', 2])
  asked[1]?.reject(new Error('503'))
  await settle()
  type('ros')
  await still()
  asked[2]?.resolve(foundOne('Rosalind'))
  await settle()
  expect([state(), names()]).toEqual(['found', ['Rosalind']])
})

test('command bar searches nothing while offline and searches after the reconnect [DESIGN-13]', async () => {
  const { bar, asked, type, still, state } = open(true)
  type('ro')
  await still()
  expect([state(), asked.length]).toEqual(['offline', 0])
  bar.send({ type: 'connection.changed', offline: false })
  expect([state(), asked.map(({ words }) => words)]).toEqual(['searching', ['ro']])
})

test('command bar shows offline and no failure when the connection is lost during a search [DESIGN-13]', async () => {
  const { bar, asked, type, still, settle, state } = open()
  type('ro')
  await still()
  bar.send({ type: 'connection.changed', offline: true })
  asked[0]?.reject(new Error('no network'))
  await settle()
  expect(state()).toBe('offline')
})
