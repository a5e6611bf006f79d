import type { Expected } from '@foyer/contracts/imports/import-counts.rules.ts'
import { type Import, type ImportRow, importExample } from '@foyer/contracts/imports/imports.ts'
import { afterEach, expect, test } from 'vitest'
import { type AnyActorRef, createActor, fromCallback, fromPromise } from 'xstate'
import { type MendAnswer, type Rechecking, type RowEdit, type Sending, StaleStart } from './edits.ts'
import { type ImportEvent, importMachine } from './import.machine.ts'

const running: AnyActorRef[] = []
afterEach(() => {
  for (const actor of running.splice(0)) if ('stop' in actor) (actor.stop as () => void)()
})

interface Asked<Input, Output> {
  readonly input: Input
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

const review: Import = { ...importExample, blockedBy: [] }

function start(told: Import | null = review) {
  const sent: { file: File; tell: (event: Sending | { type: 'progress'; share: number }) => void }[] = []
  const mends: Asked<{ importId: string; rows: readonly RowEdit[] }, MendAnswer>[] = []
  const rechecks: Asked<{ importId: string; rechecking: Rechecking }, Import>[] = []
  const starts: Asked<{ importId: string; expect: Expected }, Import>[] = []
  const call = <Input, Output>(list: Asked<Input, Output>[]) =>
    fromPromise<Output, Input>(
      ({ input }) => new Promise((resolve, reject) => void list.push({ input, resolve, reject })),
    )
  const machine = importMachine.provide({
    actors: {
      send: fromCallback<ImportEvent, { file: File }, Sending | { type: 'progress'; share: number }>(
        ({ sendBack, input: { file } }) => void sent.push({ file, tell: sendBack }),
      ),
      mend: call(mends),
      recheck: call(rechecks),
      start: call(starts),
    },
  })
  const actor = createActor(machine, { input: { import: told } })
  const emitted: object[] = []
  actor.on('*', (event) => emitted.push(event))
  actor.start()
  running.push(actor)
  const state = () => actor.getSnapshot().value
  const context = () => actor.getSnapshot().context
  const tell = (facts: Partial<Import>) =>
    actor.send({ type: 'told', import: { ...review, version: (context().import?.version ?? 0) + 1, ...facts } })
  return { actor, sent, mends, rechecks, starts, emitted, state, context, tell }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const row = (row: number, facts: Partial<ImportRow> = {}): ImportRow => ({
  ...{ row, state: 'ready', cells: [], values: {}, issues: [], plan: null, decision: null, outcome: null },
  ...facts,
})
const inReview = (state: unknown) => ({ following: { review: state } })
const answer = (rows: readonly ImportRow[], asOf: number, ready = 1833): MendAnswer => ({
  ...{ rows, asOf, plan: review.plan },
  counts: { ...review.counts, ready, errors: 1846 - ready },
})

test('import machine sends a chosen file, shows how much has left, and tells which import follows', () => {
  const { actor, sent, state, context, emitted } = start(null)
  expect(state()).toBe('choosing')
  const file = new File(['x'], 'a.csv')
  actor.send({ type: 'chosen', file })
  sent[0]?.tell({ type: 'progress', share: 0.4 })
  expect([state(), context().share, sent[0]?.file]).toEqual(['sending', 0.4, file])
  sent[0]?.tell({ type: 'sent', importId: 'imp1' })
  expect([state(), emitted]).toEqual(['sent', [{ type: 'sent', importId: 'imp1' }]])
})

test('import machine goes back to the choice when the file is refused, and keeps the reason', () => {
  const { actor, sent, state, context } = start(null)
  actor.send({ type: 'chosen', file: new File(['x'], 'a.pdf') })
  const error = new Error('This is a PDF')
  sent[0]?.tell({ type: 'refused', error })
  expect([state(), context().error]).toEqual(['choosing', error])
})

test.each([
  ['reading', { following: 'reading' }],
  ['checking', { following: { checking: 'idle' } }],
  ['review', inReview('looking')],
  ['importing', { following: 'importing' }],
  ['stopped', { following: 'stopped' }],
  ['done', { following: 'done' }],
  ['failed', { following: 'failed' }],
  ['discarded', { following: 'discarded' }],
] as const)('import machine begins and follows an import that is %s', (state, expected) => {
  expect(start({ ...review, state }).state()).toEqual(expected)
  const later = start({ ...review, state: state === 'reading' ? 'checking' : 'reading' })
  later.tell({ state })
  expect(later.state()).toEqual(expected)
})

test('import machine ignores an older state, and keeps the samples that events do not carry', () => {
  const { actor, state, context } = start()
  actor.send({ type: 'told', import: { ...review, state: 'discarded', version: 3 } })
  expect(state()).toEqual(inReview('looking'))
  const columns = review.columns.map((column) => ({ ...column, sample: [] }))
  actor.send({ type: 'told', import: { ...review, columns, version: 30 } })
  expect([context().import?.version, context().import?.columns[0]?.sample]).toEqual([30, ['Abernathy']])
})

test('import machine sends edits that come while a call is under way with the next call, joined by row', async () => {
  const { actor, mends, state, context } = start()
  actor.send({ type: 'mend', edit: { row: 47, cells: { 2: '02/13/1962' } } })
  expect(state()).toEqual(inReview('mending'))
  actor.send({ type: 'mend', edit: { row: 112, cells: { 3: '1' } } })
  actor.send({ type: 'mend', edit: { row: 112, cells: { 4: '2' } } })
  actor.send({ type: 'mend', edit: { row: 389, skip: true } })
  expect([mends.length, [...context().waiting.keys()]]).toEqual([1, [112, 389]])
  mends[0]?.resolve(answer([row(47)], 20))
  await settled()
  expect(mends[1]?.input.rows).toEqual([
    { row: 112, cells: { 3: '1', 4: '2' } },
    { row: 389, skip: true },
  ])
  expect([context().import?.counts.ready, context().import?.version, context().mended.get(47)?.asOf]).toEqual([
    1833, 20, 20,
  ])
  mends[1]?.resolve(answer([row(112), row(389)], 21, 1835))
  await settled()
  expect([state(), context().import?.counts.errors]).toEqual([inReview('looking'), 11])
})

test('import machine keeps what was typed when a mend is refused, and the next edit of the row replaces it', async () => {
  const { actor, mends, context, emitted } = start()
  actor.send({ type: 'mend', edit: { row: 47, cells: { 2: 'x' } } })
  const error = new Error('away')
  mends[0]?.reject(error)
  await settled()
  expect([[...context().refused.values()], emitted]).toEqual([
    [{ row: 47, cells: { 2: 'x' } }],
    [{ type: 'refused', error }],
  ])
  actor.send({ type: 'mend', edit: { row: 47, cells: { 2: 'y' } } })
  expect([context().refused.size, mends[1]?.input.rows]).toEqual([0, [{ row: 47, cells: { 2: 'y' } }]])
})

test('import machine shows the newer text of a cell as saved when the older text was refused before', async () => {
  const { actor, mends, context } = start()
  actor.send({ type: 'mend', edit: { row: 47, cells: { 1: 'a', 2: 'old' } } })
  actor.send({ type: 'mend', edit: { row: 48, cells: { 2: 'z' } } })
  actor.send({ type: 'mend', edit: { row: 47, cells: { 2: 'new' } } })
  mends[0]?.reject(new Error('away'))
  await settled()
  expect(context().refused.size).toBe(0)
  expect(mends[1]?.input.rows).toEqual([
    { row: 47, cells: { 1: 'a', 2: 'new' } },
    { row: 48, cells: { 2: 'z' } },
  ])
  mends[1]?.resolve(answer([row(47), row(48)], 5))
  await settled()
  expect([context().refused.size, context().waiting.size]).toEqual([0, 0])
})

test("import machine counts a colleague's change and not the event of its own mend", async () => {
  const { actor, mends, context, tell } = start()
  actor.send({ type: 'mend', edit: { row: 47, cells: { 2: 'x' } } })
  mends[0]?.resolve(answer([row(47)], 20))
  await settled()
  tell({ version: 20 })
  expect(context().told).toBe(0)
  tell({ version: 21 })
  expect(context().told).toBe(1)
})

test('import machine has rows checked anew, and returns to the review', async () => {
  const { actor, rechecks, state, context, tell } = start()
  const rechecking: Rechecking = { how: 'map', columns: [{ index: 3, field: 'email' }], remember: true }
  actor.send({ type: 'recheck', rechecking })
  expect([state(), rechecks[0]?.input]).toEqual([inReview('matching'), { importId: review._id, rechecking }])
  rechecks[0]?.resolve({ ...review, state: 'checking', version: 12 })
  await settled()
  expect([state(), context().checks, context().rechecking]).toEqual([{ following: { checking: 'idle' } }, 1, null])
  tell({ state: 'review' })
  expect(state()).toEqual(inReview('looking'))
})

test('import machine changes a column while rows are checked', async () => {
  const { actor, rechecks, state } = start({ ...review, state: 'checking' })
  actor.send({ type: 'recheck', rechecking: { how: 'readAs', headerRow: 3 } })
  expect(state()).toEqual({ following: { checking: 'matching' } })
  rechecks[0]?.resolve({ ...review, state: 'reading', version: 12 })
  await settled()
  expect(state()).toEqual({ following: 'reading' })
})

test('import machine decides a comparison by a mend', () => {
  const { actor, mends, state } = start()
  actor.send({ type: 'compare', row: row(640) })
  expect(state()).toEqual(inReview('comparing'))
  actor.send({ type: 'mend', edit: { row: 640, decision: { same: 'p1' } } })
  expect([state(), mends[0]?.input.rows]).toEqual([inReview('mending'), [{ row: 640, decision: { same: 'p1' } }]])
})

test('import machine starts with the numbers that the question said', async () => {
  const { actor, starts, state } = start()
  actor.send({ type: 'ask' })
  actor.send({ type: 'confirm' })
  expect(starts[0]?.input).toEqual({ importId: review._id, expect: { ready: 1832, skipped: 0, errors: 14 } })
  starts[0]?.resolve({ ...review, state: 'importing', version: 12 })
  await settled()
  expect(state()).toEqual({ following: 'importing' })
})

test('import machine asks again with the new numbers when they were stale, and nothing has started', async () => {
  const { actor, starts, state, context } = start()
  actor.send({ type: 'ask' })
  actor.send({ type: 'confirm' })
  const now = { ...review, counts: { ...review.counts, ready: 1830, errors: 16 }, version: 15 }
  starts[0]?.reject(new StaleStart(now))
  await settled()
  expect([state(), context().isStale]).toEqual([inReview({ confirming: 'asking' }), true])
  actor.send({ type: 'confirm' })
  expect(starts[1]?.input).toMatchObject({ expect: { ready: 1830, skipped: 0, errors: 16 } })
})

test('import machine points out numbers that change under the question, and only those', () => {
  const { actor, context, tell, state } = start()
  actor.send({ type: 'ask' })
  tell({})
  expect(context().isStale).toBe(false)
  tell({ counts: { ...review.counts, ready: 1831, errors: 15 } })
  expect(context().isStale).toBe(true)
  tell({ state: 'importing' })
  expect(state()).toEqual({ following: 'importing' })
})

test('import machine waits for its own answer before it follows a colleague', async () => {
  const { actor, mends, state, tell } = start()
  actor.send({ type: 'mend', edit: { row: 47, skip: true } })
  tell({ state: 'importing' })
  expect(state()).toEqual(inReview('mending'))
  mends[0]?.reject(new Error('conflict'))
  await settled()
  expect(state()).toEqual({ following: 'importing' })
})

test('import machine keeps edits while rows are checked anew, and sends them after the check', async () => {
  const { actor, mends, state, context, tell } = start()
  actor.send({ type: 'mend', edit: { row: 47, cells: { 2: 'a' } } })
  actor.send({ type: 'mend', edit: { row: 112, cells: { 3: 'b' } } })
  tell({ state: 'checking' })
  mends[0]?.resolve(answer([row(47)], 20))
  await settled()
  expect(state()).toEqual({ following: { checking: 'idle' } })
  actor.send({ type: 'mend', edit: { row: 389, cells: { 0: 'c' } } })
  expect([mends.length, [...context().waiting.keys()]]).toEqual([1, [112, 389]])
  tell({ state: 'review' })
  expect([state(), mends[1]?.input.rows]).toEqual([
    inReview('mending'),
    [
      { row: 112, cells: { 3: 'b' } },
      { row: 389, cells: { 0: 'c' } },
    ],
  ])
})

test('import machine keeps a refused edit through a check until it is saved or dismissed', async () => {
  const { actor, mends, context, tell } = start()
  actor.send({ type: 'mend', edit: { row: 47, cells: { 2: 'x' } } })
  mends[0]?.reject(new Error('away'))
  await settled()
  tell({ state: 'checking' })
  tell({ state: 'review' })
  expect([...context().refused.values()]).toEqual([{ row: 47, cells: { 2: 'x' } }])
  actor.send({ type: 'dismiss', row: 47 })
  expect([context().refused.size, mends.length]).toEqual([0, 1])
})

test('import machine keeps the text of a field that was taken away, and does not ask to start before it is saved', () => {
  const { actor, state, context, mends } = start()
  actor.send({ type: 'left', edit: { row: 47, cells: { 2: '02/1' } } })
  expect([...context().refused.values()]).toEqual([{ row: 47, cells: { 2: '02/1' } }])
  actor.send({ type: 'ask' })
  expect([state(), mends]).toEqual([inReview('looking'), []])
  actor.send({ type: 'dismiss', row: 47 })
  actor.send({ type: 'ask' })
  expect(state()).toEqual(inReview({ confirming: 'asking' }))
})

test.each(['reading', 'importing'] as const)(
  'import machine shows edits that no call takes any more when the import is %s, until they are dismissed',
  (next) => {
    const { actor, context, tell, mends } = start()
    actor.send({ type: 'left', edit: { row: 47, cells: { 2: 'x' } } })
    tell({ state: next })
    actor.send({ type: 'left', edit: { row: 112, cells: { 3: 'y' } } })
    actor.send({ type: 'mend', edit: { row: 389, cells: { 0: 'z' } } })
    expect([...context().stranded.keys()]).toEqual([47, 112, 389])
    expect([context().refused.size, context().waiting.size, mends.length]).toEqual([0, 0, 0])
    actor.send({ type: 'dismiss', row: 47 })
    expect([...context().stranded.keys()]).toEqual([112, 389])
  },
)

test('import machine opens a comparison while a call is under way, and keeps it when other rows are mended', async () => {
  const { actor, mends, state, context } = start()
  actor.send({ type: 'mend', edit: { row: 47, skip: true } })
  actor.send({ type: 'compare', row: row(640) })
  mends[0]?.resolve(answer([row(47)], 20))
  await settled()
  expect([state(), context().comparing?.row]).toEqual([inReview('comparing'), 640])
  actor.send({ type: 'mend', edit: { row: 47, skip: false } })
  expect([state(), context().comparing?.row]).toEqual([inReview('mending'), 640])
  actor.send({ type: 'close' })
  mends[1]?.resolve(answer([row(47)], 21))
  await settled()
  expect([state(), context().comparing]).toEqual([inReview('looking'), null])
})

test('import machine ends a comparison when a colleague starts the import', () => {
  const { actor, context, tell, state } = start()
  actor.send({ type: 'compare', row: row(640) })
  tell({ state: 'importing' })
  expect([state(), context().comparing]).toEqual([{ following: 'importing' }, null])
})

test('import machine saves what is typed before it asks to start, and asks with the saved numbers', async () => {
  const { actor, mends, starts, state, context } = start()
  actor.send({ type: 'mend', edit: { row: 47, cells: { 2: '02/13/1962' } } })
  actor.send({ type: 'ask' })
  actor.send({ type: 'confirm' })
  expect([state(), context().isAsked, starts]).toEqual([inReview('mending'), true, []])
  mends[0]?.resolve(answer([row(47)], 20))
  await settled()
  expect(state()).toEqual(inReview({ confirming: 'asking' }))
  // An undo reaches the review while the question stands.
  actor.send({ type: 'mend', edit: { row: 389, skip: false } })
  actor.send({ type: 'confirm' })
  expect([state(), starts]).toEqual([inReview('mending'), []])
  mends[1]?.resolve(answer([row(389)], 21, 1834))
  await settled()
  actor.send({ type: 'confirm' })
  expect(starts[0]?.input.expect).toEqual({ ready: 1834, skipped: 0, errors: 12 })
})

test('import machine does not ask to start when the last edit is refused, nor after the question was closed', async () => {
  const { actor, mends, state, context } = start()
  actor.send({ type: 'mend', edit: { row: 47, cells: { 2: 'x' } } })
  actor.send({ type: 'ask' })
  mends[0]?.reject(new Error('away'))
  await settled()
  expect([state(), context().isAsked, context().refused.size]).toEqual([inReview('looking'), false, 1])
  actor.send({ type: 'mend', edit: { row: 47, cells: { 2: 'y' } } })
  actor.send({ type: 'ask' })
  actor.send({ type: 'close' })
  mends[1]?.resolve(answer([row(47)], 20))
  await settled()
  expect(state()).toEqual(inReview('looking'))
})
