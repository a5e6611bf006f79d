import { faxExample } from '@foyer/contracts/fax/fax.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { faxFormMachine, PAUSE_MS, type Preview, type Repeated, type SendRequest } from './fax-form.machine.ts'
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
  const opened: Asked<string, Repeated>[] = []
  const machine = faxFormMachine.provide({
    actors: {
      open: fromPromise<Repeated, string>(
        ({ input, signal }) => new Promise((resolve, reject) => opened.push({ input, signal, resolve, reject })),
      ),
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
  return { actor, opened, drawn, sent, change, state, context: () => actor.getSnapshot().context }
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

test('pages are drawn again after a refusal, when asked and when the sending ended their drawing', async () => {
  const { actor, change, drawn, sent, state, context } = start()
  change({ file, number: '(512) 555-0177' })
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  drawn[0]?.reject(new Error('busy'))
  await settled()
  actor.send({ type: 'send' })
  sent[0]?.reject(new Error('away'))
  await settled()
  expect([state(), context().previewError]).toEqual(['refused', new Error('busy')])
  actor.send({ type: 'draw' })
  expect([state(), drawn.length]).toEqual([{ editing: 'previewing' }, 2])
  drawn[1]?.resolve(pages)
  await settled()
  expect([context().preview, context().previewError, context().error]).toEqual([pages, null, new Error('away')])
  change({ note: 'Hello' })
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  actor.send({ type: 'send' })
  expect(drawn[2]?.signal.aborted).toBe(true)
  sent[1]?.reject(new Error('away'))
  await settled()
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect(drawn).toHaveLength(4)
})

const repeated: Repeated = { fax: { ...faxExample, status: 'failed', note: 'The note' }, file }

test('a fax that is repeated has its file and note, an empty number, and is sent as its repetition', async () => {
  const { actor, opened, change, drawn, sent, state, context } = start()
  change({ number: '(512) 555-0199' })
  actor.send({ type: 'opened', againOf: 'f1' })
  expect([state(), opened[0]?.input]).toEqual(['opening', 'f1'])
  opened[0]?.resolve(repeated)
  await settled()
  expect([state(), context().values]).toEqual([{ editing: 'idle' }, { file, number: '', note: 'The note' }])
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect(drawn[0]?.input).toEqual({ file, number: '', note: 'The note' })
  actor.send({ type: 'send' })
  expect([sent.length, context().problems]).toEqual([0, { number: 'Type a fax number' }])
  change({ number: '(512) 555-0178' })
  actor.send({ type: 'send' })
  expect(sent[0]?.input).toMatchObject({ againOf: 'f1', values: { number: '(512) 555-0178' } })
  actor.send({ type: 'opened', againOf: 'f2' })
  expect(state()).toBe('sending')
  sent[0]?.resolve('+15125550178')
  await settled()
  const left = { file: null, number: '(512) 555-0199', note: '' }
  expect([state(), context().repeated, context().values]).toEqual(['sent', null, left])
})

test('a fax that can not be opened is opened again when asked, and a new fax can be written instead', async () => {
  const { actor, opened, state, context } = start()
  actor.send({ type: 'opened', againOf: 'f1' })
  opened[0]?.reject(new Error('away'))
  await settled()
  expect([state(), context().openError]).toEqual(['unopened', new Error('away')])
  actor.send({ type: 'retry' })
  expect([state(), opened.length, context().openError]).toEqual(['opening', 2, null])
  actor.send({ type: 'opened', againOf: null })
  expect([state(), opened[1]?.signal.aborted, context().againOf]).toEqual([{ editing: 'idle' }, true, null])
})

test('a form that is being filled in stays when its page is opened once more', () => {
  const { actor, change, context } = start()
  change({ note: 'Hello' })
  actor.send({ type: 'opened', againOf: null })
  expect(context().values.note).toBe('Hello')
})

test('a new fax that is being written stays while another one is repeated, and is drawn and sent after it', async () => {
  const { actor, opened, change, drawn, sent, state, context } = start()
  const own = { file, number: '(512) 555-0199', note: 'Mine' }
  change(own)
  actor.send({ type: 'opened', againOf: 'f1' })
  actor.send({ type: 'opened', againOf: 'f2' })
  opened[1]?.resolve(repeated)
  await settled()
  actor.send({ type: 'opened', againOf: null })
  expect([state(), context().values, context().repeated]).toEqual([{ editing: 'idle' }, own, null])
  actor.send({ type: 'opened', againOf: 'f1' })
  opened[2]?.resolve(repeated)
  await settled()
  change({ number: '(512) 555-0178' })
  actor.send({ type: 'send' })
  sent[0]?.resolve('+15125550178')
  await settled()
  expect([state(), context().values]).toEqual(['sent', own])
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  expect(drawn.at(-1)?.input).toEqual(own)
  drawn.at(-1)?.resolve(pages)
  await settled()
  actor.send({ type: 'send' })
  expect(sent[1]?.input).toMatchObject({ values: own, againOf: null })
})

test('a fax keeps its key when the values of a failed try are typed once more, so that it is not sent twice', async () => {
  const { actor, change, sent } = start()
  change({ file, number: '(512) 555-0177', note: 'Hello' })
  actor.send({ type: 'send' })
  sent[0]?.reject(new Error('away'))
  await settled()
  change({ number: '(512) 555-017' })
  change({ number: '(512) 555-0177' })
  actor.send({ type: 'send' })
  expect(sent[1]?.input.key).toBe(sent[0]?.input.key)
})
