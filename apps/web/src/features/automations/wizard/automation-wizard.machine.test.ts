import { automationExample } from '@foyer/contracts/automations/automation.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { automationWizardMachine } from './automation-wizard.machine.ts'
import { NOTHING, newAction, newCondition, newTrigger } from './draft.rules.ts'
import {
  type Editable,
  type KeepRequest,
  NewerAutomation,
  NotReady,
  type PublishRequest,
  RemovedAutomation,
  type Tried,
  type TryRequest,
  type WizardInput,
  type Written,
} from './wizard-memory.ts'
import { SAVE_PAUSE_MS, TRY_PAUSE_MS } from './wizard-setup.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const trigger = newTrigger({ kind: 'appointmentBooked', asks: null })
const conditions = [newCondition('patient.texting')]
const actions = [{ ...newAction('sendSms', []), text: 'Hello, {{clinic}}' } as Written['actions'][number]]
const written = { trigger, conditions, actions }
const automation = { ...automationExample, revision: 4 }
const saved: Pick<WizardInput, 'automation' | 'draft'> = { automation, draft: written }
const theirs: Editable = {
  automation: { ...automation, name: 'Of Dana', revision: 5 },
  draft: { ...written, conditions: [] },
}

interface Asked<Input, Output> {
  readonly input: Input
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

function start(input: Partial<WizardInput> = {}) {
  const kept: Asked<KeepRequest, Editable>[] = []
  const tried: Asked<TryRequest, Tried>[] = []
  const published: Asked<PublishRequest, typeof automation>[] = []
  let ids = 0
  const machine = automationWizardMachine.provide({
    actors: {
      keep: fromPromise<Editable, KeepRequest>(
        ({ input: asked }) => new Promise((resolve, reject) => kept.push({ input: asked, resolve, reject })),
      ),
      tryOut: fromPromise<Tried, TryRequest>(
        ({ input: asked }) => new Promise((resolve, reject) => tried.push({ input: asked, resolve, reject })),
      ),
      publish: fromPromise<typeof automation, PublishRequest>(
        ({ input: asked }) => new Promise((resolve, reject) => published.push({ input: asked, resolve, reject })),
      ),
    },
  })
  const newId = () => {
    ids += 1
    return `key${ids}`
  }
  const actor = createActor(machine, {
    input: { newId, authorId: 'usr_lena', draft: NOTHING, automation: null, ...input },
  }).start()
  const change = (values: Partial<Written>) => actor.send({ type: 'changed', values })
  const now = () => ({ ...actor.getSnapshot().value, ...actor.getSnapshot().context })
  /** Lets answered promises arrive. */
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { actor, change, now, settle, kept, tried, published }
}

const at = <Item>(list: readonly Item[], place: number): Item => {
  const item = list.at(place)
  if (item === undefined) throw new Error(`No item ${place}`)
  return item
}

describe('the steps', () => {
  test('new automation tells its author when it fails, also after starting over', () => {
    const { actor, change, now } = start()
    expect(now().written.tell).toEqual(['usr_lena'])
    change({ ...written, tell: [] })
    actor.send({ type: 'startOver' })
    expect(now().written.tell).toEqual(['usr_lena'])
  })

  test('wizard goes from step 1 to 4 and back [DESIGN-09] [OPEN-033]', () => {
    const { actor, change, now } = start()
    change(written)
    const seen = [now().step]
    for (let step = 0; step < 3; step++) {
      actor.send({ type: 'next' })
      seen.push(now().step)
    }
    for (let step = 0; step < 3; step++) {
      actor.send({ type: 'back' })
      seen.push(now().step)
    }
    expect(seen).toEqual(['trigger', 'conditions', 'actions', 'review', 'actions', 'conditions', 'trigger'])
  })

  test('wizard stays at step 1 without a whole trigger, and shows why [OPEN-033]', () => {
    const { actor, change, now } = start()
    actor.send({ type: 'next' })
    expect(now()).toMatchObject({ step: 'trigger', isTried: true })
    change({ trigger: newTrigger({ kind: 'inboundMessage', asks: 'words' }) })
    actor.send({ type: 'next' })
    expect(now().step).toBe('trigger')
    change({ trigger })
    actor.send({ type: 'next' })
    expect(now()).toMatchObject({ step: 'conditions', isTried: false })
  })

  test('wizard stays at step 3 without actions and with a repeated sequence number [OPEN-040]', () => {
    const { actor, change, now } = start()
    change({ trigger })
    actor.send({ type: 'go', step: 3 })
    actor.send({ type: 'next' })
    expect(now().step).toBe('actions')
    change({ actions: [...actions, ...actions] })
    actor.send({ type: 'next' })
    expect(now().step).toBe('actions')
    change({ actions })
    actor.send({ type: 'next' })
    expect(now().step).toBe('review')
  })

  test('wizard opens a later step only past whole ones', () => {
    const { actor, change, now } = start()
    actor.send({ type: 'go', step: 4 })
    expect(now()).toMatchObject({ step: 'trigger', isTried: true })
    change(written)
    actor.send({ type: 'go', step: 4 })
    expect(now().step).toBe('review')
    actor.send({ type: 'go', step: 2 })
    expect(now().step).toBe('conditions')
  })

  test('new automation resets to step 1 with no trigger, conditions or actions, and comes back by undo [STATE-34]', () => {
    const { actor, change, now } = start()
    change({ ...written, name: 'Confirm' })
    actor.send({ type: 'go', step: 3 })
    actor.send({ type: 'startOver' })
    expect(now()).toMatchObject({
      step: 'trigger',
      written: { trigger: null, conditions: [], actions: [], name: null, tell: ['usr_lena'] },
    })
    actor.send({ type: 'undoStartOver' })
    expect(now()).toMatchObject({ step: 'actions', written: { ...written, name: 'Confirm' } })
  })
})

describe('keeping', () => {
  test('new automation is not saved before somebody asks for it', async () => {
    const { actor, change, now, settle, kept } = start()
    change(written)
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS * 2)
    expect(kept).toHaveLength(0)
    actor.send({ type: 'save' })
    expect(at(kept, 0).input).toMatchObject({ written, automation: null })
    at(kept, 0).resolve({ automation, draft: written })
    await settle()
    expect(now()).toMatchObject({ keeping: 'saved', finished: 'saved', automation })
  })

  test('new automation keeps its key over changes until it is added, and each save after has its own', async () => {
    const { actor, change, settle, kept } = start()
    change(written)
    actor.send({ type: 'save' })
    at(kept, 0).reject(new Error('No answer'))
    await settle()
    change({ name: 'Bookings' })
    actor.send({ type: 'save' })
    change({ name: 'All bookings' })
    at(kept, 1).resolve({ automation, draft: written })
    await settle()
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
    const [first, second, third] = kept.map(({ input }) => input.key)
    expect(second).toBe(first)
    expect(third).toEqual(expect.stringMatching(/^key/))
    expect(third).not.toBe(first)
  })

  test('saved automation is saved once the typing pauses, and again if it was changed meanwhile', async () => {
    const { change, now, settle, kept } = start(saved)
    change({ conditions: [] })
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS - 1)
    change({ name: 'Other' })
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS - 1)
    expect(kept).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(now().keeping).toBe('saving')
    change({ name: 'Another' })
    at(kept, 0).resolve({ automation: { ...automation, revision: 5 }, draft: written })
    await settle()
    expect(now()).toMatchObject({ keeping: 'idle', isKept: false })
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
    expect(at(kept, 1).input).toMatchObject({ automation: { revision: 5 }, written: { name: 'Another' } })
    expect(now().finished).toBeNull()
  })

  test('half a definition is not saved', async () => {
    const { change, kept } = start(saved)
    change({ actions: [] })
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
    expect(kept).toHaveLength(0)
  })

  test('colleague’s newer revision is shown at once while nothing is typed, and asks otherwise', () => {
    const { actor, change, now } = start(saved)
    actor.send({ type: 'told', theirs })
    expect(now()).toMatchObject({ written: { name: 'Of Dana', conditions: [] }, automation: { revision: 5 } })
    change({ name: 'Mine' })
    actor.send({ type: 'told', theirs: { ...theirs, automation: { ...theirs.automation, revision: 6 } } })
    expect(now()).toMatchObject({ keeping: 'conflict', written: { name: 'Mine' } })
    actor.send({ type: 'seeTheirs' })
    expect(now()).toMatchObject({ keeping: 'saved', written: { name: 'Of Dana' }, isKept: true })
  })

  test('typed values are saved over the newer revision when somebody keeps them', async () => {
    const { actor, change, now, settle, kept } = start(saved)
    change({ name: 'Mine' })
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
    at(kept, 0).reject(new NewerAutomation(theirs))
    await settle()
    expect(now().keeping).toBe('conflict')
    actor.send({ type: 'keepMine' })
    expect(at(kept, 1).input).toMatchObject({ written: { name: 'Mine' }, automation: { revision: 5 } })
  })

  test('removed automation keeps what is typed and is saved as a new one', async () => {
    const { actor, change, now, settle, kept } = start(saved)
    change({ name: 'Mine' })
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
    at(kept, 0).reject(new RemovedAutomation())
    await settle()
    expect(now()).toMatchObject({ keeping: 'failed', isRemoved: true })
    change({ conditions: [] })
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
    expect(kept).toHaveLength(1)
    actor.send({ type: 'saveAsNew' })
    expect(at(kept, 1).input).toMatchObject({ automation: null, written: { name: 'Mine', conditions: [] } })
  })

  test('failed save is tried again when the next change comes', async () => {
    const { change, now, settle, kept } = start(saved)
    change({ name: 'Mine' })
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
    at(kept, 0).reject(new Error('No answer'))
    await settle()
    expect(now().keeping).toBe('failed')
    change({ name: 'Mine too' })
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
    expect(kept).toHaveLength(2)
  })

  test('failed save is tried again when the connection is back', async () => {
    const { actor, change, now, settle, kept } = start(saved)
    change({ name: 'Mine' })
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
    at(kept, 0).reject(new Error('No answer'))
    await settle()
    actor.send({ type: 'retry' })
    expect(at(kept, 1).input.written.name).toBe('Mine')
    at(kept, 1).resolve({ automation, draft: written })
    await settle()
    expect(now()).toMatchObject({ keeping: 'saved', finished: null })
  })
})

describe('trying', () => {
  test('whole definition is tried once the typing pauses, and a late answer is dropped', async () => {
    const { change, now, settle, tried } = start()
    change({ trigger })
    await vi.advanceTimersByTimeAsync(TRY_PAUSE_MS)
    expect(tried).toHaveLength(0)
    change({ actions })
    await vi.advanceTimersByTimeAsync(TRY_PAUSE_MS)
    expect(now().trying).toBe('asking')
    change({ conditions })
    at(tried, 0).resolve({ findings: [], example: null })
    await settle()
    expect(now()).toMatchObject({ trying: 'idle', tried: null })
    await vi.advanceTimersByTimeAsync(TRY_PAUSE_MS)
    at(tried, 1).resolve({ findings: [], example: null })
    await settle()
    expect(now()).toMatchObject({ trying: 'shown', tried: { findings: [] } })
    change({ name: 'Only a name' })
    expect(now().trying).toBe('shown')
  })

  test('try asks with the definition alone', () => {
    const { change, tried } = start()
    change({ ...written, name: 'Bookings' })
    vi.advanceTimersByTime(TRY_PAUSE_MS)
    expect(tried.map(({ input }) => input)).toEqual([{ definition: written, automationId: null }])
  })

  test('failed try is asked for again', async () => {
    const { actor, change, now, settle, tried } = start()
    change(written)
    await vi.advanceTimersByTimeAsync(TRY_PAUSE_MS)
    at(tried, 0).reject(new Error('No answer'))
    await settle()
    expect(now().trying).toBe('failed')
    actor.send({ type: 'tryAgain' })
    expect(tried).toHaveLength(2)
  })
})

describe('publishing', () => {
  const confirm = { type: 'confirm', why: 'First', waiting: 'finish' } as const

  test('new automation is saved and then turned on', async () => {
    const { actor, change, now, settle, kept, published } = start()
    change(written)
    actor.send({ type: 'publish' })
    expect(now().publishing).toBe('asking')
    actor.send(confirm)
    at(kept, 0).resolve({ automation, draft: written })
    await settle()
    expect(at(published, 0).input).toMatchObject({ id: automation._id, revision: 4, why: 'First', waiting: 'finish' })
    at(published, 0).resolve({ ...automation, state: 'on' })
    await settle()
    expect(now()).toMatchObject({ publishing: 'no', finished: 'turned on' })
  })

  test('problems that the server finds keep the dialog open, and the second try saves nothing again', async () => {
    const { actor, change, now, settle, kept, published } = start()
    change(written)
    actor.send({ type: 'publish' })
    actor.send(confirm)
    at(kept, 0).resolve({ automation, draft: written })
    await settle()
    const found = { level: 'problem', code: 'loop', path: 'actions[0]', message: 'It starts itself.' } as const
    at(published, 0).reject(new NotReady([found]))
    await settle()
    expect(now()).toMatchObject({ publishing: 'asking', tried: { findings: [found] }, automation })
    actor.send(confirm)
    expect(kept).toHaveLength(1)
    expect(published).toHaveLength(2)
  })

  test('nothing is published while parts are missing or a problem is known', async () => {
    const { actor, change, now, settle, tried } = start()
    change({ trigger })
    actor.send({ type: 'publish' })
    expect(now().publishing).toBe('no')
    change({ actions })
    await vi.advanceTimersByTimeAsync(TRY_PAUSE_MS)
    at(tried, 0).resolve({
      findings: [{ level: 'problem', code: 'never', path: 'conditions', message: 'Never.' }],
      example: null,
    })
    await settle()
    actor.send({ type: 'publish' })
    expect(now().publishing).toBe('no')
  })

  test('save that is under way ends before the version is published', async () => {
    const { actor, change, now, settle, kept, published } = start(saved)
    change({ name: 'Mine' })
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)
    actor.send({ type: 'publish' })
    actor.send(confirm)
    expect(kept).toHaveLength(1)
    at(kept, 0).resolve({ automation: { ...automation, revision: 5 }, draft: written })
    await settle()
    expect(kept).toHaveLength(1)
    expect(at(published, 0).input.revision).toBe(5)
    actor.send({ type: 'told', theirs: { ...theirs, automation: { ...automation, revision: 6 } } })
    expect(now().keeping).not.toBe('conflict')
  })

  test('colleague’s newer revision ends the publishing and asks', async () => {
    const { actor, now, settle, published } = start(saved)
    actor.send({ type: 'publish' })
    actor.send(confirm)
    at(published, 0).reject(new NewerAutomation(theirs))
    await settle()
    expect(now()).toMatchObject({ publishing: 'no', keeping: 'conflict', theirs })
  })
})
