import type { Campaign, CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import type { CountedAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { draft } from './campaign-draft.suite.ts'
import { campaignEditorMachine } from './campaign-editor.machine.ts'
import type { CountBody, Draft } from './draft.rules.ts'
import { AbsentCampaign, type KeepRequest, type LaunchRequest, NewerCampaign, OtherCount } from './editor-memory.ts'
import { COUNT_PAUSE_MS, SAVE_PAUSE_MS } from './editor-setup.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const now = new Date('2026-11-19T15:16:00Z')
const newer = (facts: Partial<CampaignDetail> = {}): CampaignDetail => ({ ...draft, revision: 5, version: 9, ...facts })
const counted = (willGet: number): CountedAudience => ({
  ...{ matching: willGet + 2, willGet, skipped: [{ reason: 'opted_out', count: 2 }], gaps: [], segments: willGet },
  ...{ cost: null, sample: [], cursor: null },
})

interface Asked<Input, Output> {
  readonly input: Input
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

function start(isNew = false) {
  const kept: Asked<KeepRequest, CampaignDetail>[] = []
  const asked: Asked<CountBody, CountedAudience>[] = []
  const launched: Asked<LaunchRequest, Campaign>[] = []
  const machine = campaignEditorMachine.provide({
    actors: {
      keep: fromPromise<CampaignDetail, KeepRequest>(
        ({ input }) => new Promise((resolve, reject) => kept.push({ input, resolve, reject })),
      ),
      count: fromPromise<CountedAudience, CountBody>(
        ({ input }) => new Promise((resolve, reject) => asked.push({ input, resolve, reject })),
      ),
      launch: fromPromise<Campaign, LaunchRequest>(
        ({ input }) => new Promise((resolve, reject) => launched.push({ input, resolve, reject })),
      ),
    },
  })
  let ids = 0
  const newId = () => {
    ids += 1
    return `id${ids}`
  }
  const here = () => ({ now, timezone: 'America/Chicago' })
  const actor = createActor(machine, { input: { newId, here, isNew } }).start()
  const change = (values: Partial<Draft>) => actor.send({ type: 'changed', values })
  const send = (type: 'save' | 'count' | 'loadTheirs' | 'keepMine' | 'launch' | 'confirm' | 'cancel' | 'absent') =>
    actor.send({ type })
  const tell = (campaign: CampaignDetail) => actor.send({ type: 'told', campaign })
  const state = () => actor.getSnapshot().value
  const keeping = () => (actor.getSnapshot().value as { editing?: { keeping: string } }).editing?.keeping
  const counting = () => (actor.getSnapshot().value as { editing?: { counting: string } }).editing?.counting
  const context = () => actor.getSnapshot().context
  return { ...{ actor, kept, asked, launched, change, send, tell, state, keeping, counting }, context }
}
type Editor = ReturnType<typeof start>

const settled = () => vi.advanceTimersByTimeAsync(0)
async function count({ asked }: Editor, willGet: number) {
  await vi.advanceTimersByTimeAsync(COUNT_PAUSE_MS)
  asked.at(-1)?.resolve(counted(willGet))
  await settled()
}
async function opened() {
  const editor = start()
  editor.tell(draft)
  await count(editor, 10)
  return editor
}

test('editor of a new campaign saves nothing by itself, and adds it once by the same key', async () => {
  const editor = start(true)
  expect(editor.keeping()).toBe('new')
  editor.change({ content: 'Hi' })
  await vi.advanceTimersByTimeAsync(10 * SAVE_PAUSE_MS)
  expect(editor.kept).toHaveLength(0)
  editor.send('save')
  expect([editor.keeping(), editor.context().isTried]).toEqual(['new', true])
  editor.change({ name: 'Flu shots' })
  editor.send('save')
  expect(editor.kept[0]?.input).toMatchObject({ saved: null, draft: { name: 'Flu shots' } })
  editor.kept[0]?.reject(new Error('away'))
  await settled()
  expect(editor.keeping()).toBe('saveFailed')
  editor.send('save')
  expect(editor.kept[1]?.input.key).toBe(editor.kept[0]?.input.key)
  editor.kept[1]?.resolve(draft)
  await settled()
  expect([editor.keeping(), editor.context().saved?._id]).toEqual(['clean', draft._id])
})

test('editor of a saved campaign saves a second after the last letter, and again what was typed meanwhile', async () => {
  const editor = await opened()
  editor.change({ name: 'Flu' })
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS - 1)
  editor.change({ name: 'Flu shots' })
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS - 1)
  expect(editor.kept).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect([editor.keeping(), editor.kept[0]?.input.draft.name]).toEqual(['saving', 'Flu shots'])
  editor.change({ name: 'Flu shots, 65' })
  // The event of the own revision may come before the answer.
  editor.tell(newer({ name: 'Flu shots' }))
  editor.kept[0]?.resolve(newer({ name: 'Flu shots' }))
  await settled()
  expect([editor.keeping(), editor.context().draft.name]).toEqual(['dirty', 'Flu shots, 65'])
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  expect(editor.kept[1]?.input.saved?.revision).toBe(5)
})

test('editor with something missing waits with saving until it is complete', async () => {
  const editor = await opened()
  editor.change({ time: '25:00' })
  await vi.advanceTimersByTimeAsync(5 * SAVE_PAUSE_MS)
  expect([editor.keeping(), editor.kept.length]).toEqual(['dirty', 0])
  editor.change({ time: '10:00' })
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  expect(editor.keeping()).toBe('saving')
})

test('editor counts after a pause, and not again when only name or time change', async () => {
  const editor = await opened()
  expect([editor.counting(), editor.context().counted?.willGet]).toEqual(['counted', 10])
  editor.change({ name: 'Other' })
  expect(editor.counting()).toBe('counted')
  editor.change({ content: 'Other words' })
  expect([editor.counting(), editor.context().isCounted]).toEqual(['idle', false])
  await vi.advanceTimersByTimeAsync(COUNT_PAUSE_MS)
  expect(editor.asked.at(-1)?.input.content).toBe('Other words')
  editor.asked.at(-1)?.reject(new Error('away'))
  await settled()
  expect(editor.counting()).toBe('failed')
  editor.send('count')
  expect(editor.counting()).toBe('asking')
})

test('editor counts nothing while nobody is chosen', async () => {
  const editor = await opened()
  editor.change({ audienceKind: 'patients', patients: [] })
  await vi.advanceTimersByTimeAsync(10 * COUNT_PAUSE_MS)
  expect([editor.counting(), editor.asked.length]).toEqual(['idle', 1])
})

test('editor shows a newer revision at once if nothing was typed, and asks if something was', async () => {
  const editor = await opened()
  editor.tell(newer({ name: 'By Dana' }))
  expect([editor.keeping(), editor.context().draft.name, editor.counting()]).toEqual(['clean', 'By Dana', 'idle'])
  editor.change({ name: 'Mine' })
  editor.tell(newer({ name: 'By Dana again', revision: 6, version: 10 }))
  expect([editor.keeping(), editor.context().draft.name]).toEqual(['conflict', 'Mine'])
  await vi.advanceTimersByTimeAsync(5 * SAVE_PAUSE_MS)
  expect(editor.kept).toHaveLength(0)
  editor.send('keepMine')
  expect(editor.kept[0]?.input).toMatchObject({ draft: { name: 'Mine' }, saved: { revision: 6 } })
})

const byDana = newer({ name: 'By Dana', revision: 6, version: 11 })
const mine = newer({ name: 'Mine' })

test('editor shows a revision of a colleague that was told during its own save', async () => {
  const editor = await opened()
  editor.change({ name: 'Mine' })
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  editor.tell(mine)
  editor.tell(byDana)
  expect([editor.keeping(), editor.context().draft.name]).toEqual(['saving', 'Mine'])
  editor.kept[0]?.resolve(mine)
  await settled()
  expect([editor.keeping(), editor.context().draft.name, editor.context().saved?.revision]).toEqual([
    ...['clean', 'By Dana', 6],
  ])
})

test('editor asks when a colleague saved during its own save and more was typed meanwhile', async () => {
  const editor = await opened()
  editor.change({ name: 'Mine' })
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  editor.change({ name: 'Mine too' })
  editor.tell(byDana)
  editor.kept[0]?.resolve(mine)
  await settled()
  expect([editor.keeping(), editor.context().draft.name, editor.context().theirs?.name]).toEqual([
    ...['conflict', 'Mine too', 'By Dana'],
  ])
})

test('editor whose save is refused as stale asks about the newest revision that was told', async () => {
  const editor = await opened()
  editor.change({ name: 'Mine' })
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  editor.tell(byDana)
  editor.kept[0]?.reject(new NewerCampaign(newer({ name: 'By Sam' })))
  await settled()
  expect([editor.keeping(), editor.context().theirs?.name]).toEqual(['conflict', 'By Dana'])
})

test.each([
  ['a colleague', byDana, 'conflict'],
  ['the save itself', mine, 'saveFailed'],
])('editor whose save has no answer hears of %s that was told meanwhile', async (_, told, keeping) => {
  const editor = await opened()
  editor.change({ name: 'Mine' })
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  editor.tell(told)
  editor.kept[0]?.reject(new Error('away'))
  await settled()
  expect(editor.keeping()).toBe(keeping)
  editor.send(keeping === 'conflict' ? 'keepMine' : 'save')
  expect(editor.kept[1]?.input.draft.name).toBe('Mine')
})

test('editor loads the newer revision when a save is refused as stale', async () => {
  const editor = await opened()
  editor.change({ name: 'Mine' })
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  editor.kept[0]?.reject(new NewerCampaign(newer({ name: 'By Dana' })))
  await settled()
  expect(editor.keeping()).toBe('conflict')
  editor.send('loadTheirs')
  expect([editor.keeping(), editor.context().draft.name, editor.context().theirs]).toEqual(['clean', 'By Dana', null])
})

test('editor asks once before it launches, saves first, and names revision and number', async () => {
  const editor = await opened()
  editor.change({ name: 'Mine' })
  editor.send('launch')
  expect([editor.state(), editor.context().expect]).toEqual(['confirming', 10])
  editor.send('cancel')
  expect([editor.keeping(), editor.counting()]).toEqual(['dirty', 'counted'])
  editor.send('launch')
  editor.send('confirm')
  expect(editor.state()).toEqual({ launching: 'keeping' })
  editor.kept[0]?.resolve(newer({ name: 'Mine' }))
  await settled()
  expect(editor.launched[0]?.input).toMatchObject({ id: draft._id, revision: 5, expect: 10 })
  editor.launched[0]?.resolve(newer({ status: 'scheduled' }))
  await settled()
  expect(editor.state()).toBe('launched')
})

test('editor shows the new number of a launch that is refused as stale, and asks again', async () => {
  const editor = await opened()
  editor.send('launch')
  editor.send('confirm')
  editor.launched[0]?.reject(new OtherCount(9))
  await settled()
  expect([editor.state(), editor.context().expect]).toEqual(['refused', 9])
  editor.send('confirm')
  expect(editor.launched[1]?.input.expect).toBe(9)
  expect(editor.launched[1]?.input.key).not.toBe(editor.launched[0]?.input.key)
  editor.launched[1]?.reject(new Error('away'))
  await settled()
  editor.send('confirm')
  expect(editor.launched[2]?.input.key).toBe(editor.launched[1]?.input.key)
  editor.launched[2]?.reject(new NewerCampaign(newer()))
  await settled()
  expect(editor.keeping()).toBe('conflict')
})

test('editor launches nothing while it counts, saves, or nobody would get it', async () => {
  const editor = await opened()
  editor.change({ content: 'Other' })
  editor.send('launch')
  expect(editor.keeping()).toBe('dirty')
  await count(editor, 0)
  editor.send('launch')
  expect(editor.state()).not.toBe('confirming')
  editor.send('count')
  editor.asked.at(-1)?.resolve(counted(5))
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  expect(editor.keeping()).toBe('saving')
  editor.send('launch')
  expect(editor.keeping()).toBe('saving')
})

test('editor leaves a campaign that was launched, deleted or is not there', () => {
  const running = start()
  running.tell({ ...draft, status: 'running' })
  expect(running.state()).toBe('launched')
  const deleted = start()
  deleted.tell(draft)
  deleted.tell(newer({ deleted: true }))
  expect(deleted.state()).toBe('gone')
  const absent = start()
  absent.send('absent')
  expect(absent.state()).toBe('gone')
  const failed = start()
  failed.actor.send({ type: 'unreadable', error: new Error('away') })
  expect(failed.state()).toBe('failed')
  failed.tell(draft)
  expect(failed.keeping()).toBe('clean')
})

test('editor asks no longer about a launch when a colleague launches, deletes, or saves the campaign meanwhile', async () => {
  const launched = await opened()
  launched.send('launch')
  launched.tell(newer({ status: 'running', revision: 4 }))
  expect(launched.state()).toBe('launched')
  const deleted = await opened()
  deleted.send('launch')
  deleted.tell(newer({ deleted: true, revision: 4 }))
  expect(deleted.state()).toBe('gone')
  const saved = await opened()
  saved.send('launch')
  saved.tell(newer({ name: 'By Dana' }))
  expect([saved.keeping(), saved.context().draft.name, saved.context().isCounted]).toEqual(['clean', 'By Dana', false])
  const typed = await opened()
  typed.change({ name: 'Mine' })
  typed.send('launch')
  typed.tell(newer({ name: 'By Dana' }))
  expect([typed.keeping(), typed.context().draft.name, typed.context().theirs?.name]).toEqual([
    ...['conflict', 'Mine', 'By Dana'],
  ])
})

test('editor whose launch is refused shows what was told of the campaign during the call', async () => {
  const editor = await opened()
  editor.send('launch')
  editor.send('confirm')
  editor.tell(newer({ status: 'running', revision: 4 }))
  expect(editor.state()).toEqual({ launching: 'starting' })
  editor.launched[0]?.reject(new Error('The campaign is running.'))
  await settled()
  expect(editor.state()).toBe('launched')
})

test('editor launches nothing that is scheduled by now, and follows the progress of its campaign in the dialog', async () => {
  const editor = await opened()
  editor.send('launch')
  editor.tell({ ...draft, version: 9 })
  expect([editor.state(), editor.context().saved?.version]).toEqual(['confirming', 9])
  editor.tell({ ...draft, status: 'scheduled', version: 10 })
  expect([editor.keeping(), editor.context().saved?.status]).toEqual(['clean', 'scheduled'])
  editor.send('launch')
  expect(editor.state()).not.toBe('confirming')
})

test.each([
  ['draft', 'running', 'launched'],
  ['scheduled', 'running', 'started'],
  ['paused', 'running', 'resumed'],
  ['scheduled', 'stopped', 'stopped'],
  ['paused', 'finished', 'finished'],
] as const)(
  'editor keeps its words for a new campaign when the %s one is %s by now: %s',
  async (before, after, ending) => {
    const editor = start()
    editor.tell({ ...draft, status: before })
    editor.change({ name: 'Mine' })
    editor.tell(newer({ status: after, revision: 4 }))
    const { draft: kept, saved, lost } = editor.context()
    expect([editor.keeping(), kept.name, saved, lost?._id, editor.context().ending]).toEqual([
      ...['new', 'Mine', null, draft._id, ending],
    ])
    editor.tell(newer({ status: after, revision: 4, version: 10 }))
    expect(editor.keeping()).toBe('new')
  },
)

test('editor leaves a campaign that a colleague launches with all that was typed, before the save is answered', async () => {
  const editor = await opened()
  editor.change({ name: 'Mine' })
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  editor.tell(newer({ name: 'Mine', status: 'running' }))
  expect([editor.state(), editor.context().lost]).toEqual(['launched', null])
})

test('editor of a scheduled campaign saves only when asked [CAMP-01]', async () => {
  const editor = start()
  editor.tell({ ...draft, status: 'scheduled' })
  editor.change({ content: 'Half a' })
  await vi.advanceTimersByTimeAsync(10 * SAVE_PAUSE_MS)
  expect([editor.keeping(), editor.kept.length]).toEqual(['dirty', 0])
  editor.send('save')
  expect(editor.kept[0]?.input).toMatchObject({ draft: { content: 'Half a' }, saved: { status: 'scheduled' } })
})

test('editor saves its words in the draft that a colleague has unscheduled', async () => {
  const editor = start()
  editor.tell({ ...draft, status: 'scheduled' })
  editor.change({ name: 'Mine' })
  await vi.advanceTimersByTimeAsync(10 * SAVE_PAUSE_MS)
  editor.tell({ ...draft, version: 9 })
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  expect(editor.kept[0]?.input).toMatchObject({ draft: { name: 'Mine' }, saved: { status: 'draft', revision: 4 } })
})

test('editor of a paused campaign saves new words when the time of its launch has passed', async () => {
  const editor = start()
  editor.tell({ ...draft, status: 'paused', scheduledAt: '2026-11-18T16:30:00.000Z' })
  editor.change({ content: 'Other words' })
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
  expect(editor.keeping()).toBe('saving')
})

const deleted = newer({ deleted: true, revision: 4 })
const typing = async (editor: Editor) => editor.change({ name: 'Mine' })
const inSave = async (editor: Editor) => {
  editor.change({ name: 'Mine' })
  await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
}

test.each<[string, (editor: Editor) => Promise<void>]>([
  ['words were just typed', typing],
  ['a save is on its way', inSave],
  [
    'a save has failed',
    async (editor) => {
      await inSave(editor)
      editor.kept[0]?.reject(new Error('away'))
      await settled()
    },
  ],
  [
    'a conflict waits for a choice',
    async (editor) => {
      await typing(editor)
      editor.tell(newer({ name: 'By Dana' }))
    },
  ],
  [
    'a launch is asked about',
    async (editor) => {
      await typing(editor)
      editor.send('launch')
    },
  ],
])('editor keeps its words for a new campaign when a colleague deletes the campaign while %s', async (_, begin) => {
  for (const news of [{ type: 'told', campaign: { ...deleted, version: 12 } }, { type: 'absent' }] as const) {
    const editor = await opened()
    await begin(editor)
    const { key } = editor.context()
    const before = editor.kept.length
    editor.actor.send(news)
    const { draft: kept, saved, theirs, lost } = editor.context()
    expect([editor.keeping(), kept.name, saved, theirs, lost?._id, editor.counting()]).toEqual([
      'new',
      'Mine',
      null,
      null,
      draft._id,
      'idle',
    ])
    await vi.advanceTimersByTimeAsync(10 * SAVE_PAUSE_MS)
    expect(editor.kept).toHaveLength(before)
    editor.send('save')
    expect(editor.kept.at(-1)?.input).toMatchObject({ saved: null, draft: { name: 'Mine' }, lost: { _id: draft._id } })
    expect(editor.kept.at(-1)?.input.key).not.toBe(key)
  }
})

test('editor of a campaign that was deleted hears no more of it, and goes on with the one that it adds', async () => {
  const editor = await opened()
  await typing(editor)
  editor.tell(deleted)
  editor.tell(newer({ ...deleted, version: 10 }))
  editor.send('absent')
  await count(editor, 7)
  expect([editor.keeping(), editor.context().draft.name, editor.counting()]).toEqual(['new', 'Mine', 'counted'])
  expect(editor.asked.at(-1)?.input).not.toHaveProperty('campaignId')
  editor.send('save')
  editor.tell(deleted)
  const added = { ...draft, _id: 'cmp_other', name: 'Mine', revision: 1, version: 1 }
  editor.kept[0]?.resolve(added)
  await settled()
  editor.tell(deleted)
  expect([editor.keeping(), editor.context().saved?._id]).toEqual(['clean', 'cmp_other'])
})

test('editor keeps its words for a new campaign when a save finds that there is none', async () => {
  const saving = await opened()
  await inSave(saving)
  saving.kept[0]?.reject(new AbsentCampaign(draft))
  await settled()
  expect([saving.keeping(), saving.context().draft.name, saving.context().saved]).toEqual(['new', 'Mine', null])
  const launching = await opened()
  await typing(launching)
  launching.send('launch')
  launching.send('confirm')
  launching.kept[0]?.reject(new AbsentCampaign(draft))
  await settled()
  expect([launching.keeping(), launching.context().draft.name, launching.launched.length]).toEqual(['new', 'Mine', 0])
})
