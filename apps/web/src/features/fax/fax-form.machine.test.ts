import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { faxFormMachine, PAUSE_MS, type Preview, type SendRequest } from './fax-form.machine.ts'
import type { FaxValues } from './fax-form.rules.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const file = new File(['x'], 'referral.pdf')
const pages: Preview = { previewId: 'p1', pages: 2, warnings: [] }

interface Asked<Input, Output> {
  readonly input: Input
  readonly signal: AbortSignal
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

function start() {
  const drawn: Asked<FaxValues, Preview>[] = []
  const sent: Asked<SendRequest, string>[] = []
  const machine = faxFormMachine.provide({
    actors: {
      draw: fromPromise<Preview, FaxValues>(
        ({ input, signal }) => new Promise((resolve, reject) => drawn.push({ input, signal, resolve, reject })),
      ),
      send: fromPromise<string, SendRequest>(
        ({ input, signal }) => new Promise((resolve, reject) => sent.push({ input, signal, resolve, reject })),
      ),
    },
  })
  let ids = 0
  const newId = () => {
    ids += 1
    return `key${ids}`
  }
  const actor = createActor(machine, { input: { newId } }).start()
  const change = (values: Partial<FaxValues>) => actor.send({ type: 'changed', values })
  const state = () => actor.getSnapshot().value
  return { actor, drawn, sent, change, state, context: () => actor.getSnapshot().context }
}
const settled = () => vi.advanceTimersByTimeAsync(0)

test('pages are drawn once the typing has paused, and only with a file', async () => {
  const { change, drawn, state, context } = start()
  change({ number: '512 555 0177' })
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect(drawn).toHaveLength(0)
  change({ file })
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1)
  expect(state()).toEqual({ editing: 'idle' })
  await vi.advanceTimersByTimeAsync(1)
  expect(state()).toEqual({ editing: 'previewing' })
  drawn[0]?.resolve(pages)
  await settled()
  expect([state(), context().preview]).toEqual([{ editing: 'idle' }, pages])
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS)
  expect(drawn).toHaveLength(1)
})

test('a change while pages are drawn drops that drawing and keeps the shown pages, and another file removes them', async () => {
  const { change, drawn, context } = start()
  change({ file })
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  drawn[0]?.resolve(pages)
  await settled()
  change({ note: 'a' })
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  change({ note: 'ab' })
  expect([drawn[1]?.signal.aborted, context().preview]).toEqual([true, pages])
  change({ file: new File(['y'], 'other.pdf') })
  expect(context().preview).toBeNull()
})

test('a failed drawing is shown and can be repeated', async () => {
  const { actor, change, drawn, context } = start()
  change({ file })
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  drawn[0]?.reject(new Error('locked'))
  await settled()
  expect(context().previewError).toBeInstanceOf(Error)
  actor.send({ type: 'draw' })
  expect(drawn).toHaveLength(2)
})

test('a form with problems is not sent, and its problems follow the typing', () => {
  const { actor, change, sent, context } = start()
  actor.send({ type: 'send' })
  expect([sent.length, context().problems]).toEqual([0, { file: 'Choose a file', number: 'Type a fax number' }])
  change({ file })
  expect(context().problems).toEqual({ number: 'Type a fax number' })
})

test('a sent fax empties the form, and a refused one keeps its values and its key until they change [FAX-01]', async () => {
  const { actor, change, sent, state, context } = start()
  change({ file, number: '(512) 555-0177', note: 'Hello' })
  actor.send({ type: 'send' })
  actor.send({ type: 'send' })
  expect([state(), sent.length]).toEqual(['sending', 1])
  sent[0]?.reject(new Error('away'))
  await settled()
  expect([state(), context().values.note]).toEqual(['refused', 'Hello'])
  actor.send({ type: 'send' })
  expect(sent[1]?.input.key).toBe(sent[0]?.input.key)
  sent[1]?.reject(new Error('away'))
  await settled()
  change({ note: 'Hello!' })
  expect(context().error).toBeNull()
  actor.send({ type: 'send' })
  expect(sent[2]?.input.key).not.toBe(sent[0]?.input.key)
  sent[2]?.resolve('+15125550177')
  await settled()
  expect([state(), context().values, context().sentTo]).toEqual([
    'sent',
    { file: null, number: '', note: '' },
    '+15125550177',
  ])
  change({ number: '5' })
  expect(state()).toEqual({ editing: 'idle' })
})
